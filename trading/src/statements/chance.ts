// Owns the chance baseline: what random statements of the same shape would have scored on the same candles. Each takes after one
// of the cohort its instrument, kind, distances, length and probability; chance draws the moment and the side. The seed is public
// (docs/proof.md, "Chance"), so a reader draws the very same ones.
import { fixed } from '../decimal.ts'
import { sha256Hex } from '../proof/ledger.ts'
import { CANDLE_MS, type Candle } from '../trade.ts'
import { moved } from './condition.ts'
import { decide, type PointedCandle, pointedCandle } from './resolve.ts'
import { brierSum, type Chance } from './scores.ts'
import { pointed, pointsOf, type StatementTerms } from './statement.ts'

/** How many random statements stand beside a cohort. */
export const DRAWS = 1000

/** A statement of the cohort with the candles of its whole time, [from, deadline) in milliseconds since 1970, UTC. */
export type Lived = {
  terms: StatementTerms
  madeAt: number
  deadline: number
  candles: readonly Candle[]
}

/** Scores the random statements beside a cohort, in the order of its numbers; null where none of it had a price. */
export function chanceOf(cohort: readonly Lived[], seed: string): Chance | null {
  const lived = cohort.filter(({ candles }) => candles.length > 0)
  if (lived.length === 0) return null
  const markets = new Map(
    [...Map.groupBy(lived, ({ terms }) => terms.symbol)].map(([symbol, own]) => [symbol, marketOf(own)]),
  )
  const drawn = Array.from({ length: DRAWS }, (_, index) => {
    const { terms, madeAt, deadline, candles } = lived[index % lived.length]!
    const market = markets.get(terms.symbol)!
    const length = deadline - firstMinute(madeAt)
    const luck = sha256Hex(`${seed}\n${index}`)
    const own = market.candles.findIndex(({ at }) => at === candles[0]!.openedAt)
    const place = momentOf(market, length, own, Number.parseInt(luck.slice(0, 12), 16))
    const mirrored = Number.parseInt(luck.slice(12, 13), 16) % 2 === 1
    const first = market.candles[place]!
    const condition = moved(pointed(terms.condition), pointsOf(terms.reference), first.open, mirrored)
    // Its own first minute may lie after a closed market: it ends when the statement did.
    const until = place === own ? deadline : first.at + length
    const { outcome } = decide(condition, first.open, market.candles, place, until) ?? { outcome: false }
    return { probability: terms.probability, outcome }
  })
  const hits = drawn.filter(({ outcome }) => outcome).length
  return { n: DRAWS, hits, brier: fixed(brierSum(drawn).dividedBy(DRAWS), 4) }
}

/** The first whole minute of a statement: the one that opens when it was made, or the next. */
export const firstMinute = (madeAt: number): number => Math.ceil(madeAt / CANDLE_MS) * CANDLE_MS

type Market = { candles: PointedCandle[]; stretches: { from: number; until: number }[] }

/** The candles of an instrument in the cohort, each once, and the stretches of time that they cover together. */
function marketOf(own: readonly Lived[]): Market {
  const candles = new Map<number, PointedCandle>()
  for (const one of own)
    for (const candle of one.candles)
      if (!candles.has(candle.openedAt)) candles.set(candle.openedAt, pointedCandle(candle))
  const stretches: Market['stretches'] = []
  const times = own.map(({ madeAt, deadline }) => ({ from: firstMinute(madeAt), until: deadline }))
  for (const time of times.sort((one, other) => one.from - other.from)) {
    const last = stretches.at(-1)
    if (last && time.from <= last.until) last.until = Math.max(last.until, time.until)
    else stretches.push({ ...time })
  }
  return { candles: [...candles.values()].sort((one, other) => one.at - other.at), stretches }
}

/** The place of a drawn candle among those from which a whole length is covered; `own` is always one of them. */
function momentOf({ candles, stretches }: Market, length: number, own: number, luck: number): number {
  const runs = stretches.map(({ from, until }) => ({
    first: firstFrom(candles, from),
    next: firstFrom(candles, until - length + 1),
  }))
  const covered = runs.some(({ first, next }) => own >= first && own < next)
  const count = runs.reduce((sum, { first, next }) => sum + Math.max(0, next - first), covered ? 0 : 1)
  let drawn = luck % count
  for (const { first, next } of runs) {
    if (drawn < next - first) return first + drawn
    drawn -= Math.max(0, next - first)
  }
  return own
}

/** The place of the first candle at or after a time. */
function firstFrom(candles: readonly PointedCandle[], time: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (candles[middle]!.at < time) low = middle + 1
    else high = middle
  }
  return low
}
