// Traders' names of instruments ("GOLD", "US100", "EUR/USD.m"), and their detection in free text.

export type FoundSymbol = { symbol: string; start: number; end: number }

// Includes symbols that our list may lack: reporting them as unknown is better than missing them.
const NAMES: Record<string, readonly string[]> = {
  XAUUSD: ['gold', 'xau', 'oro', 'gold spot', 'xauusd'],
  XAGUSD: ['silver', 'xag', 'plata', 'argento', 'argent métal', 'argent metal', 'xagusd'],
  NAS100: [
    'nas100',
    'us100',
    'ustec',
    'ustech',
    'us tech 100',
    'nasdaq',
    'nasdaq 100',
    'nasdaq100',
    'ndx',
    'nq',
    'nas',
  ],
  SPX500: ['spx500', 'us500', 'spx', 'sp500', 's&p', 's&p500', 's&p 500', 'sp 500'],
  GER40: ['ger40', 'ger30', 'de40', 'de30', 'dax', 'dax40', 'dax 40', 'dax30', 'germany 40'],
  FRA40: ['fra40', 'fr40', 'f40', 'cac', 'cac40', 'cac 40'],
  US30: ['us30', 'dow', 'dow jones', 'dowjones', 'dj30', 'djia', 'us wall street 30', 'wall street', 'ws30'],
  UK100: ['uk100', 'gb100', 'ftse', 'ftse100', 'ftse 100', 'footsie'],
  EU50: ['eu50', 'eustx50', 'stoxx50', 'stoxx 50', 'euro stoxx 50', 'eurostoxx', 'eurostoxx50'],
  ESP35: ['esp35', 'es35', 'spain35', 'spa35', 'ibex', 'ibex35', 'ibex 35'],
  ITA40: ['ita40', 'it40', 'italy40', 'ftse mib', 'ftsemib', 'mib40', 'mib'],
  JPN225: ['jpn225', 'jp225', 'japan225', 'nikkei', 'nikkei225', 'nikkei 225', 'n225'],
  BTCUSD: ['btc', 'bitcoin', 'xbt'],
  ETHUSD: ['eth', 'ethereum', 'ether'],
  EURUSD: [
    'fiber',
    'fibre',
    'eurodollar',
    'euro dollar',
    'euro/dollar',
    'euro-dollar',
    'euro dólar',
    'euro dolar',
    'euro dollaro',
  ],
  GBPUSD: ['cable', 'câble', 'livre dollar', 'libra dólar', 'sterlina dollaro', 'pound dollar'],
  USDJPY: ['gopher', 'dollar yen', 'dólar yen', 'dollaro yen'],
  GBPJPY: ['guppy', 'livre yen', 'libra yen', 'sterlina yen'],
  EURGBP: ['chunnel'],
  EURJPY: ['yuppy', 'euro yen'],
  USDCAD: ['loonie'],
  AUDUSD: ['aussie'],
  NZDUSD: ['kiwi'],
  USDCHF: ['swissy'],
  XTIUSD: ['wti', 'usoil', 'petrole', 'pétrole', 'crude oil'],
}

const CURRENCIES =
  'EUR|USD|GBP|JPY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|HUF|CZK|TRY|ZAR|MXN|SGD|HKD|CNH|BRL|XAU|XAG|BTC|ETH|SOL|XRP|BNB|ADA|LTC|DOGE'
const SUFFIX = '(?:[.#_+!-]?(?:pro|raw|ecn|std|stp|cash|spot|micro|[mcrz])(?![\\p{L}\\d])|[+#!])?'
/** Sides that channels glue to a symbol ("XAUUSDSELL", "BUYGOLD"). */
const SIDES = 'buy|sell|long|short|achat|vente|compra|venta|acquisto|vendita'
const BEFORE = `(?:(?<![\\p{L}\\d])|(?<=(?<![\\p{L}\\d])(?:${SIDES})))`
const AFTER = `(?:(?![\\p{L}\\d])|(?=(?:${SIDES})(?:limit|stop|now)?(?![\\p{L}])))`
const PAIR = new RegExp(
  `${BEFORE}(${CURRENCIES})[ \\t]?[/\\-_.]?[ \\t]?(${CURRENCIES})T?${SUFFIX}${AFTER}`,
  'giu',
)
// "OR" is gold in French and a conjunction in English, "argent" silver or money: only with its article, in capitals, or between a French side and a price.
const FRENCH_SIDE = String.raw`(?<=(?<!\p{L})(?:achat|vente|stop|limite)\s)`
const FRENCH_METALS: readonly (readonly [string, RegExp])[] = [
  ['XAUUSD', /(?<![\p{L}\d])(?:l['’]or|L['’]OR|OR)(?![\p{L}\d])|^Or(?=\s:)/gmu],
  ['XAUUSD', new RegExp(String.raw`${FRENCH_SIDE}or(?=\s*[:@\d])`, 'giu')],
  ['XAGUSD', new RegExp(String.raw`${FRENCH_SIDE}argent(?=\s*[:@\d])`, 'giu')],
]

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([symbol, names]) => names.map((name) => [name, symbol] as const)),
)
const escaped = [...BY_NAME.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(' ', '[ \\t]?'))
const NAME = new RegExp(`${BEFORE}(${escaped.join('|')})${SUFFIX}${AFTER}`, 'giu')
const NAME_KEYS = new Map([...BY_NAME].map(([name, symbol]) => [name.replaceAll(' ', ''), symbol]))

/** All instruments named in a text, in order; of overlapping names the longest counts. */
export function findSymbols(text: string, symbols: readonly string[]): FoundSymbol[] {
  const found: FoundSymbol[] = []
  const add = (symbol: string, start: number, end: number) => {
    if (!found.some((other) => start < other.end && other.start < end)) found.push({ symbol, start, end })
  }
  for (const symbol of symbols) {
    const exact = new RegExp(`${BEFORE}${escapeText(symbol)}${SUFFIX}${AFTER}`, 'giu')
    for (const match of text.matchAll(exact)) add(symbol, match.index, match.index + match[0].length)
  }
  for (const match of text.matchAll(PAIR)) {
    const [whole, base, quote] = match
    if (base && quote && base.toUpperCase() !== quote.toUpperCase()) {
      add(`${base}${quote}`.toUpperCase(), match.index, match.index + whole.length)
    }
  }
  for (const match of text.matchAll(NAME)) {
    const symbol = NAME_KEYS.get((match[1] ?? '').toLowerCase().replace(/[ \t]/g, ''))
    if (symbol) add(symbol, match.index, match.index + match[0].length)
  }
  if (found.length === 0) {
    for (const [symbol, shape] of FRENCH_METALS) {
      for (const match of text.matchAll(shape)) add(symbol, match.index, match.index + match[0].length)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

function escapeText(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
