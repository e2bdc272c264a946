// Owns what is refused of a source's prices, and why. It judges single candles and quotes; where they go is not its matter.
import { type Decimal, decimal } from './decimal.ts'

export type Fault =
  | 'unknown_symbol'
  | 'not_a_price'
  | 'high_below_low'
  | 'outside_its_range'
  | 'far_away'
  | 'off_the_grid'
  | 'in_the_future'
  | 'too_old'
  | 'goes_back'
  | 'crossed'

export type GivenCandle = {
  openedAt: number
  open: string
  high: string
  low: string
  close: string
  spread: string
}

/** No market we list loses or gains half of its price between two prices that follow each other. */
const MOST_STEP = '0.5'
const OLDEST = Date.UTC(1990, 0, 1)

/**
 * Why a candle cannot be true, null when it can. `widthMs` is how long it lasts, `now` the time by our clock, `before` a
 * close that the same source gave shortly before, null where there is none.
 */
export function candleFault(
  candle: GivenCandle,
  { widthMs, now, before }: { widthMs: number; now: number; before: string | null },
): Fault | null {
  const prices = [candle.open, candle.high, candle.low, candle.close].map(usable)
  const spread = decimal(candle.spread)
  if (prices.some((price) => price === null) || !spread || spread.isNegative()) return 'not_a_price'
  const [open, high, low, close] = prices as [Decimal, Decimal, Decimal, Decimal]
  if (high.lessThan(low)) return 'high_below_low'
  if (open.greaterThan(high) || close.greaterThan(high) || open.lessThan(low) || close.lessThan(low)) {
    return 'outside_its_range'
  }
  if (!Number.isInteger(candle.openedAt) || candle.openedAt % Math.min(widthMs, 3_600_000) !== 0) {
    return 'off_the_grid'
  }
  if (candle.openedAt < OLDEST) return 'too_old'
  if (candle.openedAt + widthMs > now) return 'in_the_future'
  const known = usable(before)
  if (known && (isFar(known, high) || isFar(known, low))) return 'far_away'
  return null
}

/** Why a quote cannot be true, null when it can. `at` is its time, `last` the quote before it from the same source. */
export function quoteFault(
  quote: { bid: string; ask: string; at: number },
  { now, last }: { now: number; last: { bid: string; at: number } | null },
): Fault | null {
  const bid = usable(quote.bid)
  const ask = usable(quote.ask)
  if (!bid || !ask) return 'not_a_price'
  if (ask.lessThan(bid)) return 'crossed'
  if (!Number.isFinite(quote.at) || quote.at > now + 60_000) return 'in_the_future'
  if (last && quote.at < last.at) return 'goes_back'
  const known = usable(last?.bid ?? null)
  if (known && isFar(known, bid)) return 'far_away'
  return null
}

function usable(text: string | null): Decimal | null {
  const value = decimal(text)
  return value?.greaterThan(0) ? value : null
}

function isFar(from: Decimal, to: Decimal): boolean {
  return to.minus(from).abs().greaterThan(from.times(MOST_STEP))
}
