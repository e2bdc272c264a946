// Owns what becomes of a statement: a pure function of its terms and the stored minutes between its making and its deadline,
// as known-market.ts gives them. The rules are those of docs/proof.md, "What becomes of a statement".
import { type Candle, endOf } from '../trade.ts'
import { KINDS, type Pointed } from './condition.ts'
import { pointed, pointsOf, type StatementTerms } from './statement.ts'

export type Resolution = {
  /** Whether it came true; null where the whole time has no price. */
  outcome: boolean | null
  /** When that was certain, in milliseconds since 1970, UTC: a candle's open or end, or the deadline. */
  at: number
  /** The candle that it rests on: the one that decided it, or the last before the deadline. */
  candle: Candle | null
}

/** A candle in points. */
export type PointedCandle = {
  at: number
  end: number
  open: number
  high: number
  low: number
  close: number
}

/** Throws a RangeError for a price that no safe number of points holds. */
export function pointedCandle(candle: Candle): PointedCandle {
  const { open, high, low, close } = candle
  const told = { open: pointsOf(open), high: pointsOf(high), low: pointsOf(low), close: pointsOf(close) }
  if (Object.values(told).some(Number.isNaN))
    throw new RangeError(`a candle of ${candle.openedAt} has no points`)
  return { at: candle.openedAt, end: endOf(candle), ...told }
}

/** Decides a statement on the candles from its first minute on, in order of time; those that end after the deadline do not count. */
export function resolve(
  { condition, reference }: Pick<StatementTerms, 'condition' | 'reference'>,
  deadline: number,
  candles: readonly Candle[],
): Resolution {
  const told = candles.map(pointedCandle)
  const decided = decide(pointed(condition), pointsOf(reference), told, 0, deadline)
  if (!decided) return { outcome: null, at: deadline, candle: null }
  const { outcome, at, place } = decided
  return { outcome, at, candle: candles[place]! }
}

/** The same in points, from the candle at `first` on; null where none counts. */
export function decide(
  condition: Pointed,
  reference: number,
  candles: readonly PointedCandle[],
  first: number,
  deadline: number,
): { outcome: boolean; at: number; place: number } | null {
  const kind = KINDS[condition.kind]
  let place = first
  for (; place < candles.length && candles[place]!.end <= deadline; place += 1) {
    const { at, end, open, low, high } = candles[place]!
    // The open comes before everything else in its minute.
    const opened = kind.decide(condition, reference, { low: open, high: open })
    if (opened !== null) return { outcome: opened, at, place }
    const touched = kind.decide(condition, reference, { low, high })
    if (touched !== null) return { outcome: touched, at: end, place }
  }
  const last = place - 1
  if (last < first) return null
  return { outcome: kind.end(condition, candles[last]!.close), at: deadline, place: last }
}
