// Exercises on a chart: a sealed signal that has ended, cut at its publication. What is judged is where a line stands against what was
// on the chart at that moment, never what the market did next; so every criterion is an interval of prices, and so is the right zone.
import { Decimal, plain } from '../decimal.ts'
import { atr } from '../market/indicators.ts'

export type Task = 'stop' | 'entry' | 'level'
/** Prices as decimal text; null where the interval is open on that side. */
export type Interval = { low: string | null; high: string | null }
export type CriterionKey =
  | 'stop-beyond'
  | 'stop-noise'
  | 'stop-reward'
  | 'entry-reward'
  | 'entry-beyond'
  | 'entry-side'
  | 'level-zone'
  | 'level-close'
export type Criterion = Interval & {
  key: CriterionKey
  points: number
}
/** zone: where every criterion is met as well as it can be. level: the low or high that the idea stands on. atr: Wilder's, over 14 bars. */
export type ChartExercise = {
  task: Task
  zone: { low: string; high: string }
  level: string
  atr: string
  criteria: Criterion[]
}
export type ExerciseBar = { open: number; high: number; low: number; close: number }
export type ExerciseSignal = {
  direction: 'buy' | 'sell'
  entry: Decimal
  stop: Decimal
  target: Decimal
  digits: number
}

/** Bars of which the last swing is read, and the fewest that a chart shows. */
const SWING = 40
export const FEWEST_BARS = 48

/** The exercise that a signal makes, from the bars that had closed when it was published (oldest first); null where the chart teaches nothing: too few bars, no swing beyond the noise, or no place that earns as much as it risks. */
export function chartExercise(
  task: Task,
  signal: ExerciseSignal,
  bars: readonly ExerciseBar[],
): ChartExercise | null {
  const range = atr(bars).at(-1)
  if (bars.length < FEWEST_BARS || !range) return null
  const { entry, target, digits } = signal
  // Mirrored prices let a sale be judged as a purchase.
  const sign = signal.direction === 'buy' ? 1 : -1
  const noise = new Decimal(range).toDecimalPlaces(digits)
  const swing = bars.slice(-SWING).map((bar) => (sign === 1 ? bar.low : bar.high))
  const level = new Decimal(sign === 1 ? Math.min(...swing) : Math.max(...swing))
  const depth = entry.minus(level).times(sign)
  const reach = target.minus(entry).times(sign)
  if (depth.lt(noise.div(2)) || reach.lt(noise)) return null
  /** Distances are rounded, not prices, so that a sale mirrors a purchase to the tick. */
  const off = (from: Decimal, distance: Decimal) => from.minus(distance.toDecimalPlaces(digits).times(sign))
  const at = (from: Decimal, ranges: number) => off(from, noise.times(ranges))
  /** An interval between two prices given from the near side of the entry to the far one. */
  const between = (near: Decimal | null, far: Decimal | null): Interval => {
    const [low, high] = sign === 1 ? [far, near] : [near, far]
    const text = (price: Decimal | null) => price && plain(price.toDecimalPlaces(digits))
    return { low: text(low), high: text(high) }
  }
  const made = (zone: Interval, criteria: Criterion[]): ChartExercise | null =>
    zone.low !== null && zone.high !== null && new Decimal(zone.low).lt(zone.high)
      ? { task, zone: { low: zone.low, high: zone.high }, level: plain(level), atr: plain(noise), criteria }
      : null

  if (task === 'stop') {
    // The stop that risks as much as the first target earns; farther away, the trade is not worth taking.
    const farthest = entry.minus(reach.times(sign))
    const nearest = Decimal.max(depth.plus(noise.div(4)), noise.times('1.5'))
    return made(between(off(entry, nearest), farthest), [
      { key: 'stop-beyond', points: 50, ...between(at(level, 0), null) },
      { key: 'stop-noise', points: 25, ...between(at(entry, 1.5), null) },
      { key: 'stop-reward', points: 25, ...between(entry, farthest) },
    ])
  }
  if (task === 'entry') {
    // With its stop and target given: the entry from which the target earns one and a half times the risk.
    const best = off(target, target.minus(signal.stop).times(sign).times('0.6'))
    const nearer = (one: Decimal, other: Decimal) => (one.minus(other).times(sign).lt(0) ? one : other)
    const farther = (one: Decimal, other: Decimal) => (nearer(one, other) === one ? other : one)
    return made(between(nearer(best, entry), farther(at(level, -0.25), signal.stop)), [
      { key: 'entry-reward', points: 50, ...between(best, null) },
      { key: 'entry-beyond', points: 25, ...between(null, level) },
      { key: 'entry-side', points: 25, ...between(target, signal.stop) },
    ])
  }
  return made(between(at(level, -0.5), at(level, 0.5)), [
    { key: 'level-zone', points: 60, ...between(at(level, -0.5), at(level, 0.5)) },
    { key: 'level-close', points: 40, ...between(at(level, -0.25), at(level, 0.25)) },
  ])
}

/** The points of a price, 0 to 100, and the criteria that it meets. private.exercise_marks() computes the same in SQL. */
export function marksOf(criteria: readonly Criterion[], price: Decimal): { points: number; met: boolean[] } {
  const met = criteria.map(
    ({ low, high }) => (low === null || price.gte(low)) && (high === null || price.lte(high)),
  )
  return { met, points: criteria.reduce((sum, { points }, at) => sum + (met[at] ? points : 0), 0) }
}
