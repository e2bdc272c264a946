// Owns the chance baseline: the score of random statements of the same shape on the same candles. Each random statement copies
// the instrument, kind, distances, length and probability of one statement of the cohort; its start and side are drawn at random.
// The seed is public (docs/proof.md, "Chance"), so every reader reproduces the same draws.
import { fixed } from '../decimal.ts'
import { sha256Hex } from '../proof/ledger.ts'
import { CANDLE_MS, type Candle } from '../trade.ts'
import { moved } from './condition.ts'
import { decide, type PointedCandle, pointedCandle } from './resolve.ts'
import { brierSum, type Chance } from './scores.ts'
import { pointed, pointsOf, type StatementTerms } from './statement.ts'

/** Number of random statements drawn for each cohort. */
export const DRAWS = 1000

/** A statement of the cohort with the candles of its lifetime, [from, deadline), in milliseconds since 1970, UTC. */
export type Lived = {
  terms: StatementTerms
  madeAt: number
  deadline: number
  candles: readonly Candle[]
}

/** Scores the random statements of a cohort. The cohort is ordered by number. Null if none of its statements has a candle. */
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
    // The first whole minute of this statement may precede its first candle (closed market), so its deadline is used as is.
    const until = place === own ? deadline : first.at + length
    const { outcome } = decide(condition, first.open, market.candles, place, until) ?? { outcome: false }
    return { probability: terms.probability, outcome }
  })
  const hits = drawn.filter(({ outcome }) => outcome).length
  return { n: DRAWS, hits, brier: fixed(brierSum(drawn).dividedBy(DRAWS), 4) }
}

/** The first whole minute of a statement: the minute that opens at `madeAt`, or the next one. */
export const firstMinute = (madeAt: number): number => Math.ceil(madeAt / CANDLE_MS) * CANDLE_MS

type Market = { candles: PointedCandle[]; stretches: { from: number; until: number }[] }

/** The distinct candles of an instrument in the cohort, and the joined time ranges that they cover. */
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

/** Index of the drawn candle among those followed by a fully covered length. `own` is always a candidate. */
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

/** Index of the first candle at or after a time. */
function firstFrom(candles: readonly PointedCandle[], time: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (candles[middle]!.at < time) low = middle + 1
    else high = middle
  }
  return low
}
