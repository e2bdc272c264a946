/** A trade of the sample table. Decimals are text, as everywhere. */
export type SampleTrade = {
  id: string
  at: string
  pair: string
  action: 'Buy' | 'Sell'
  entry: string
  exit: string
  pips: string
  amount: string
  result: string | null
  source: string
}

const PAIRS = [
  ['EUR/USD', 10_860, 4],
  ['GBP/USD', 12_660, 4],
  ['USD/JPY', 15_105, 2],
  ['XAU/USD', 238_400, 2],
  ['NAS100', 20_480, 0],
] as const
const SOURCES = ['Followed signal', 'Paper copy', 'Imported journal'] as const
const LAST = Date.UTC(2026, 10, 18, 20, 38)

/** `count` trades, the same on every visit. */
export function sampleTrades(count: number): SampleTrade[] {
  let seed = 20_261_121
  // Park and Miller's generator: small, and identical on every machine.
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const decimal = (value: number, digits: number) => (value / 10 ** digits).toFixed(digits)
  return Array.from({ length: count }, (_, place) => {
    const [pair, base, digits] = PAIRS[next(PAIRS.length)] ?? PAIRS[0]
    const action = next(3) === 0 ? 'Sell' : 'Buy'
    const entry = base + next(200) - 100
    const pips = next(3200) - 1300
    return {
      id: `T${String(count - place).padStart(5, '0')}`,
      at: new Date(LAST - place * 3_600_000 * 7 - next(3_000_000)).toISOString(),
      pair,
      action,
      entry: decimal(entry, digits),
      exit: decimal(entry + (action === 'Buy' ? 1 : -1) * Math.round(pips / 10), digits),
      pips: decimal(pips, 1),
      amount: decimal(pips * 8 + next(40), 2),
      result: next(40) === 0 ? null : decimal(Math.max(-100, Math.round(pips / 6)), 2),
      source: SOURCES[next(SOURCES.length)] ?? SOURCES[0],
    }
  })
}
