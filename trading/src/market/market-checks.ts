// Validates a source's candles and quotes individually, with the reason for a refusal. The caller handles the result.
import { Decimal, decimal } from '../decimal.ts'

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
  /** Milliseconds since 1970, UTC. */
  openedAt: number
  open: string
  high: string
  low: string
  close: string
  spread: string
}

export type MarketKind = 'forex' | 'metal' | 'index' | 'crypto'

/**
 * The maximum relative change to the price a minute before. A usual minute moves a hundredth of this and the worst on record
 * are near it, so a larger change is more likely an error: the pound fell 6 % in two minutes on 7 October 2016, with about 3 %
 * in the worst of them; gold and silver have moved 2 to 4 % in a minute in thin markets; index futures halt at 5 and 7 %;
 * bitcoin and ether have fallen about a tenth in a minute during liquidations. A larger but true change is accepted slightly
 * later, when subsequent prices agree: `AGREEING` bars, `QuoteAnchor`.
 */
const MOST_STEP: Record<MarketKind, string> = { forex: '0.03', metal: '0.05', index: '0.05', crypto: '0.15' }
/** For candles of any length: no listed instrument doubles or halves from one to the next. */
const MOST_OF_ALL = '0.5'
const MINUTE = 60_000
const OLDEST = Date.UTC(1990, 0, 1)

/** The maximum relative change between candles of a given length: moves grow with the square root of time. */
export function mostStep(kind: MarketKind, widthMs = MINUTE): Decimal {
  return Decimal.min(new Decimal(MOST_STEP[kind]).times(Math.sqrt(widthMs / MINUTE)), MOST_OF_ALL)
}

/**
 * Why a candle is implausible, null if it is not. `widthMs` is its length, `now` the current time, `before` a recent close of
 * the same source or null; then only its own range is checked.
 */
export function candleFault(
  candle: GivenCandle,
  { kind, widthMs, now, before }: { kind: MarketKind; widthMs: number; now: number; before: string | null },
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
  const known = usable(before) ?? open
  const most = mostStep(kind, widthMs)
  if (isFar(known, high, most) || isFar(known, low, most)) return 'far_away'
  return null
}

/** This many consecutive agreeing candles prove a real gap, however large. */
const AGREEING = 3

/** Whether a candle and its successors are close enough together to confirm a gap before them. */
export function agrees(
  candle: GivenCandle,
  following: readonly GivenCandle[],
  terms: { kind: MarketKind; widthMs: number; now: number },
): boolean {
  let before: string | null = null
  for (const one of [candle, ...following.slice(0, AGREEING - 1)]) {
    if (candleFault(one, { ...terms, before }) !== null) return false
    before = one.close
  }
  return following.length >= AGREEING - 1
}

type Quote = { bid: string; ask: string; at: number }

/** Why a quote is implausible, null if it is not. `at` is its time, `last` the previous price and time of the same source. */
export function quoteFault(
  quote: Quote,
  { kind, now, last }: { kind: MarketKind; now: number; last: { bid: string; at: number } | null },
): Fault | null {
  const bid = usable(quote.bid)
  const ask = usable(quote.ask)
  if (!bid || !ask) return 'not_a_price'
  if (ask.lessThan(bid)) return 'crossed'
  if (!Number.isFinite(quote.at) || quote.at > now + 60_000) return 'in_the_future'
  if (last && quote.at < last.at) return 'goes_back'
  const known = usable(last?.bid ?? null)
  const most = mostStep(kind)
  if ((known && isFar(known, bid, most)) || isFar(bid, ask, most)) return 'far_away'
  return null
}

/** This many quotes over this time, each far from the accepted price but close together, are accepted. */
const QUOTES_AGREEING = 5
const AGREEING_MS = 30_000

/** The reference for an instrument's quotes: the last accepted price, or its replacement after a real move. */
export class QuoteAnchor {
  readonly #kind: MarketKind
  #last: { bid: string; at: number } | null
  #apart: { quotes: number; since: number; bid: string; at: number } | null = null

  /** `close` is the last stored close of the same source, or null; then the first quote is accepted. */
  constructor(kind: MarketKind, close: string | null) {
    this.#kind = kind
    this.#last = close === null ? null : { bid: close, at: 0 }
  }

  /** Why a quote is refused, null if it is accepted; `now` is the current time. */
  fault(quote: Quote, now: number): Fault | null {
    const fault = quoteFault(quote, { kind: this.#kind, now, last: this.#last })
    if (fault === 'far_away' && this.#movedWith(quote, now)) return this.#believe(quote)
    if (fault === null) return this.#believe(quote)
    return fault
  }

  #believe({ bid, at }: Quote): null {
    this.#last = { bid, at }
    this.#apart = null
    return null
  }

  #movedWith(quote: Quote, now: number): boolean {
    const before = this.#apart
    if (quoteFault(quote, { kind: this.#kind, now, last: before }) !== null) {
      // Far from both the accepted and the disagreeing prices: restart the count, unless the quote itself is invalid.
      const sound = quoteFault(quote, { kind: this.#kind, now, last: null }) === null
      this.#apart = sound ? { quotes: 1, since: now, bid: quote.bid, at: quote.at } : null
      return false
    }
    const { quotes, since } = before ?? { quotes: 0, since: now }
    this.#apart = { quotes: quotes + 1, since, bid: quote.bid, at: quote.at }
    return quotes + 1 >= QUOTES_AGREEING && now - since >= AGREEING_MS
  }
}

function usable(text: string | null): Decimal | null {
  const value = decimal(text)
  return value?.greaterThan(0) ? value : null
}

function isFar(from: Decimal, to: Decimal, most: Decimal): boolean {
  return to.minus(from).abs().greaterThan(from.times(most))
}
