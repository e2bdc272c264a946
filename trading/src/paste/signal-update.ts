// Recognises a message about an open signal: what it asks for, the instrument it names, and the figures it gives. A figure of
// the message is never recorded: the market gives the result. Never guesses an act from levels, which are a new signal.
import { Decimal, plain } from '../decimal.ts'
import { formatPrice, hasTooManyDigits, type Instrument } from '../market/instruments.ts'
import type { Span } from './signal-sources.ts'
import { type Market, parseSignalText } from './signal-text.ts'
import { type NumberToken, tokenize } from './signal-tokens.ts'
import { folded } from './signal-words.ts'
import { findSymbols } from './symbol-names.ts'

export const UPDATE_ACTS = ['close', 'close_part', 'break_even', 'move_stop', 'cancel', 'note'] as const
export type UpdateAct = (typeof UPDATE_ACTS)[number]

export type SignalUpdate = {
  act: UpdateAct
  /** The instrument that the message names, if it names exactly one. */
  symbol: string | undefined
  /** For `move_stop`, the price as the instrument writes it. */
  price: string | undefined
  /** For `close_part`, the percentage to close. */
  part: number | undefined
  /** The gain or loss that the message announces ("+25 pips"): shown beside the computed one, never recorded. */
  claimed: Span | undefined
  /** The words that name the act. */
  words: Span | undefined
}

const STOP = '(?:s/?l|stop(?:[ -]?loss)?)'
const OF = String.raw`(?:\s(?:of|for|on|du|de|de l'|del|della|dello|di|d'|sur|sull')?\s?[\p{L}\d/&' ]{0,14}?)?`
const TO = String.raw`\s*(?:to|at|a|au|a la|a l'|en|in|al|all'|sur|su|->|=|:)?\s*`
const ENTRY = `(?:b/e|be|break[ -]?even|(?:the |l'|la |il |lo |point d')?(?:entry|entree|entrada|ingresso|entrata)|pareggio|pari)`
const CLOSE = `(?:close[ds]?|exit|cloture(?:r|z|ns|ons)?|ferme(?:r|z|ns|ons)?|coupe(?:r|z|ns)?|on coupe|cerrar|cerramos|cierr[aeo]n?|chiudere|chiudete|chiudi|chiudiamo|usciamo|salimos|sortez|on sort)`
const TAKE = `(?:encaisse(?:r|z|ns)?|take|book|prene[zr]|prendre|secure|securise(?:r|z|ns)?|asegur(?:ar|en|amos)|tom(?:ar|amos)|incassiamo|prendiamo)`
const PART = String.raw`(?:half|moitie|mitad|meta|partials?|partiel(?:le)?s?|parcial(?:es)?|parzial[ei]|(\d{1,2})\s?%)`
const MOVE = `(?:move|set|trail|shift|bring|put|raise|lower|deplace[rz]?|passe[rz]?|remonte[rz]?|descend(?:re|ez|s)?|mette[rz]?|mover|mueva[ns]?|muev[eo]n?|subi(?:r|mos)|baja(?:r|mos)|poner|sposta(?:re|te|mo)?|portare|porta(?:te)?|alza(?:re|te)?)`

/** The first that matches decides: a part before the whole, the entry before another price. */
const ACTS: readonly (readonly [UpdateAct, RegExp])[] = [
  [
    'cancel',
    /(?<!\p{L})(?:cancel(?:led|s)?|annul(?:e[rz]?|ons|ee)|annull(?:are|ato|ata|iamo|o)|delete|remove|cancel(?:ar|amos|ad[oa])|cancell(?:are|iamo))(?!\p{L})/u,
  ],
  [
    'close_part',
    new RegExp(String.raw`(?<!\p{L})(?:${CLOSE}|${TAKE})(?!\p{L}).{0,16}?(?<![\p{L}\d])${PART}`, 'u'),
  ],
  ['break_even', new RegExp(String.raw`(?<!\p{L})${STOP}${OF}${TO}(?<![\p{L}\d])${ENTRY}(?![\p{L}\d])`, 'u')],
  [
    'break_even',
    new RegExp(String.raw`(?<!\p{L})${MOVE}\s.{0,12}?(?<!\p{L})(?:b/e|be|break[ -]?even)(?!\p{L})`, 'u'),
  ],
  ['move_stop', new RegExp(String.raw`(?<!\p{L})${MOVE}\s.{0,12}?(?<!\p{L})${STOP}(?!\p{L})`, 'u')],
  ['move_stop', new RegExp(String.raw`(?<!\p{L})(?:new|nouveau|nuevo|nuovo)\s${STOP}(?!\p{L})`, 'u')],
  ['move_stop', new RegExp(String.raw`^\W*${STOP}${OF}\s*(?:to|at|a|au|en|in|al|->)\s*(?=\d)`, 'mu')],
  ['close', new RegExp(String.raw`(?<!\p{L})${CLOSE}(?!\p{L})`, 'u')],
  [
    'note',
    /(?<!\p{L})(?:hold(?:ing)?|no change|on garde|gardez|rien ne change|mantenemos|mantener|manteniamo|mantenere|teniamo)(?!\p{L})/u,
  ],
]

const CLAIM = /[+\-−–]\s?\d+(?:[.,]\d+)?\s?(?:pips?|points?|pts|puntos|punti|r(?!\p{L})|%)/iu

/** What a message about an open signal asks for; null for a new signal, and for a text about neither. */
export function readUpdate(text: string, market: Market): SignalUpdate | null {
  const parsed = parseSignalText(text, market)
  if (parsed.draft.stop_loss !== undefined && parsed.draft.targets !== undefined) return null
  const letters = Array.from(text, (letter) => {
    const one = folded(letter).replace(/[’‘]/g, "'")
    return one.length === letter.length ? one : letter
  }).join('')
  const named = ACTS.map(([act, shape]) => [act, shape.exec(letters)] as const).find(([, match]) => match)
  const symbols = findSymbols(
    text,
    market.instruments.map(({ symbol }) => symbol),
  )
  const about = new Set(symbols.map(({ symbol }) => symbol))
  // Without levels, words about an instrument may be a remark on its open signal.
  const isRemark = about.size > 0 && !parsed.draft.stop_loss && !parsed.draft.targets
  if (!named && parsed.kind === 'signal' && !isRemark) return null
  const [act, match] = named ?? (['note', null] as const)
  const symbol = about.size === 1 ? symbols[0]?.symbol : undefined
  const instrument = market.instruments.find((one) => one.symbol === symbol)
  const claim = CLAIM.exec(text)
  const part = match?.[1] ? Number(match[1]) : act === 'close_part' ? 50 : undefined
  return {
    act,
    symbol,
    price: act === 'move_stop' ? priceIn(text, symbols, instrument) : undefined,
    part: act === 'close_part' ? part : undefined,
    claimed: claim ? spanAt(text, claim.index, claim[0].length) : undefined,
    words: match ? spanAt(text, match.index, match[0].length) : undefined,
  }
}

const spanAt = (text: string, start: number, length: number): Span => ({
  start,
  end: start + length,
  text: text.slice(start, start + length),
})

/** The only price of the text; none if it has several. */
function priceIn(
  text: string,
  symbols: readonly { start: number; end: number }[],
  instrument: Instrument | undefined,
): string | undefined {
  let blanked = text
  for (const { start, end } of symbols) {
    blanked = blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end)
  }
  const prices = tokenize(blanked, instrument).filter(
    (token): token is NumberToken => token.kind === 'number' && token.unit === null && token.text.length > 1,
  )
  const [only] = prices
  if (!only || prices.length > 1) return undefined
  const value = new Decimal(only.value)
  return instrument && !hasTooManyDigits(instrument, value) ? formatPrice(instrument, value) : plain(value)
}
