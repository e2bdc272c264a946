// The interface of an external market. A venue knows only its URLs and message formats: no clock, database or connection.
// live-feed.ts validates everything it returns.
import type { BaseTimeframe, MarketInstrument } from './provider.ts'

/** A venue's bar, with prices as plain decimal text. */
export type VenueBar = { openedAt: number; open: string; high: string; low: string; close: string }

/** A venue's quote; with a single price, both sides are equal. */
export type VenueQuote = { name: string; bid: string; ask: string; at: number }

export type VenueTimeframe = Exclude<BaseTimeframe, 'D1'>

export type Venue = {
  /** The value of the `source` column. */
  readonly source: string
  /** Maximum bars per request, and how many bars back from now it keeps; null means unlimited. */
  readonly mostBars: number
  readonly reach: number | null
  readonly requestsAMinute: number
  /** The venue's name of an instrument, null if it has none. */
  nameOf(instrument: MarketInstrument): string | null
  /** The request URL for bars opened in [from, until). */
  barsUrl(name: string, timeframe: VenueTimeframe, from: number, until: number): string
  /** The bars in an answer, in any order. Throws VenueError for an error or unexpected format. */
  readBars(answer: unknown): VenueBar[]
  readonly quotesUrl: string
  /** Messages to send after connecting, and those to repeat as keep-alive. */
  hello(names: readonly string[]): object[]
  readonly keepAlive: { message: object; everyMs: number } | null
  /** The quotes in a message, empty for other messages. `now` dates quotes without a time. */
  readQuotes(message: unknown, now: number): VenueQuote[]
}

/** A failed venue request. `retryAfterMs` is the requested pause. */
export class VenueError extends Error {
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

type WithSource = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** Parses JSON with every number as its original text, so that no price passes through a binary float. */
export function readExactJson(text: string): unknown {
  const keep: WithSource = (_key, value, context) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  return JSON.parse(text, keep)
}

/** A field of an unknown record; undefined if missing. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

/** A text, or a number's text; empty for anything else, which fails every price check. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A bar from a venue's row of time (seconds) and prices. */
export const barOf = (at: unknown, open: unknown, high: unknown, low: unknown, close: unknown): VenueBar => ({
  openedAt: Number(text(at)) * 1000,
  open: text(open),
  high: text(high),
  low: text(low),
  close: text(close),
})
