// A fast check that a minute decides nothing, which is true for most: a few integer comparisons. It never decides an event;
// uncertain minutes go to minute.ts. Prices are integer points with two more decimals than the instrument's digits, exact as
// safe integers; finer or larger prices are never quiet.
import { Decimal } from './decimal.ts'
import { entryPrice } from './levels.ts'
import { trailingTrigger } from './minute.ts'
import { type Candle, endOf, type Terms, type Trade } from './trade.ts'

const FINER = 2

/** The open interval in which a minute's prices decide nothing. Both bounds are points; NaN makes nothing quiet. */
export type Calm = {
  decimals: number
  ask: boolean
  above: number
  below: number
  /** A close at or beyond one of these moves a trailing stop. */
  closeAbove: number
  closeBelow: number
  /** A minute that ends later is never quiet. */
  until: number
}

/** The range in which a trade stays unchanged; null if every minute must be decided. */
export function calmOf(terms: Terms, trade: Trade): Calm | null {
  const decimals = terms.digits + FINER
  const calm: Calm = {
    decimals,
    ask: false,
    above: Number.NEGATIVE_INFINITY,
    below: Number.POSITIVE_INFINITY,
    closeAbove: Number.NEGATIVE_INFINITY,
    closeBelow: Number.POSITIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
  }
  const buys = trade.towards === 1
  // Bounds between two points are rounded inwards, which can only send more minutes to the full decision.
  const floor = (price: Decimal) => safe(price.times(Decimal.pow(10, decimals)).ceil().toNumber())
  const ceiling = (price: Decimal) => safe(price.times(Decimal.pow(10, decimals)).floor().toNumber())
  if (trade.phase === 'pending') {
    if (terms.order_type === 'market') return null
    const order = entryPrice(terms)
    calm.until = terms.expiresAt
    calm.ask = buys
    if ((terms.order_type === 'limit') === buys) calm.above = floor(order)
    else calm.below = ceiling(order)
    return calm
  }
  if (trade.phase !== 'active') return null
  const target = terms.targets[trade.reached]
  if (!target) return null
  calm.ask = !buys
  calm.above = floor(buys ? trade.stop : new Decimal(target.price))
  calm.below = ceiling(buys ? new Decimal(target.price) : trade.stop)
  const trigger = trailingTrigger(terms, trade)
  if (trigger && buys) calm.closeBelow = ceiling(trigger)
  else if (trigger) calm.closeAbove = floor(trigger)
  return calm
}

/** Whether a minute certainly decides nothing. */
export function isQuiet(calm: Calm, candle: Candle): boolean {
  const { decimals } = calm
  if (!(endOf(candle) <= calm.until)) return false
  const shift = calm.ask ? points(candle.spread, decimals) : 0
  if (!(points(candle.low, decimals) + shift > calm.above)) return false
  if (!(points(candle.high, decimals) + shift < calm.below)) return false
  if (calm.closeBelow === Number.POSITIVE_INFINITY && calm.closeAbove === Number.NEGATIVE_INFINITY)
    return true
  const close = points(candle.close, decimals) + shift
  return close > calm.closeAbove && close < calm.closeBelow
}

/**
 * A plain decimal text ("1.08500") as integer points, 10 to the power of `decimals` each. NaN for any other text, for further
 * non-zero decimals, and beyond safe integers.
 */
export function points(text: string, decimals: number): number {
  let value = 0
  let left = -1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 46 && left === -1 && at > 0) {
      left = decimals
      continue
    }
    const digit = code - 48
    if (digit < 0 || digit > 9) return Number.NaN
    if (left === 0) {
      if (digit !== 0) return Number.NaN
      continue
    }
    value = value * 10 + digit
    if (left > 0) left -= 1
  }
  for (let missing = left === -1 ? decimals : left; missing > 0; missing -= 1) value *= 10
  return text === '' ? Number.NaN : safe(value)
}

/** Sums of two must still be safe. */
const safe = (value: number): number =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER / 2 || Math.abs(value) === Number.POSITIVE_INFINITY
    ? value
    : Number.NaN
