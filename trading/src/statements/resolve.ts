// Owns the outcome of a statement: a pure function of its terms and the stored minutes between creation and deadline, as returned
// by known-market.ts. docs/proof.md, "What becomes of a statement", specifies the rules.
import { type Candle, endOf } from '../trade.ts'
import { KINDS, type Pointed } from './condition.ts'
import { pointed, pointsOf, type StatementTerms } from './statement.ts'

export type Resolution = {
  /** Whether the statement came true; null if its lifetime has no candle. */
  outcome: boolean | null
  /** When the outcome became certain, in milliseconds since 1970, UTC: a candle's open or end, or the deadline. */
  at: number
  /** The deciding candle, or the last candle before the deadline. */
  candle: Candle | null
}

/** A candle with prices in points. */
export type PointedCandle = {
  at: number
  end: number
  open: number
  high: number
  low: number
  close: number
}

/** Throws a RangeError for a price that is not a safe number of points. */
export function pointedCandle(candle: Candle): PointedCandle {
  const { open, high, low, close } = candle
  const told = { open: pointsOf(open), high: pointsOf(high), low: pointsOf(low), close: pointsOf(close) }
  if (Object.values(told).some(Number.isNaN))
    throw new RangeError(`a candle of ${candle.openedAt} has no points`)
  return { at: candle.openedAt, end: endOf(candle), ...told }
}

/** Decides a statement. Candles start at its first minute, in order of time; candles that end after the deadline are ignored. */
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

/** `resolve` in points, starting at the candle at index `first`; null if no candle counts. */
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
    // The open precedes every other price of its minute.
    const opened = kind.decide(condition, reference, { low: open, high: open })
    if (opened !== null) return { outcome: opened, at, place }
    const touched = kind.decide(condition, reference, { low, high })
    if (touched !== null) return { outcome: touched, at: end, place }
  }
  const last = place - 1
  if (last < first) return null
  return { outcome: kind.end(condition, candles[last]!.close), at: deadline, place: last }
}
