// Owns what the product asks of a market that others run. A venue knows its own addresses and message shapes, nothing else:
// no clock, no database, no connection. What it hands over is not yet believed; live-feed.ts checks every piece.
import type { BaseTimeframe, MarketInstrument } from './provider.ts'

/** A bar as a venue tells it, prices as plain decimal texts. */
export type VenueBar = { openedAt: number; open: string; high: string; low: string; close: string }

/** A quote as a venue tells it; where it knows no two sides, both are its one price. */
export type VenueQuote = { name: string; bid: string; ask: string; at: number }

export type VenueTimeframe = Exclude<BaseTimeframe, 'D1'>

export type Venue = {
  /** What stands in the `source` column. */
  readonly source: string
  /** Bars it gives at once, and how far back from now it has any, in bars; null: as far as one likes. */
  readonly mostBars: number
  readonly reach: number | null
  readonly requestsAMinute: number
  /** How it calls an instrument, null when it has none. */
  nameOf(instrument: MarketInstrument): string | null
  /** The request for bars that opened in [from, until). */
  barsUrl(name: string, timeframe: VenueTimeframe, from: number, until: number): string
  /** The bars in an answer, in any order. Throws VenueError for an answer that says no or makes no sense. */
  readBars(answer: unknown): VenueBar[]
  readonly quotesUrl: string
  /** Messages to send once connected, and those to repeat so that the connection stays. */
  hello(names: readonly string[]): object[]
  readonly keepAlive: { message: object; everyMs: number } | null
  /** The quotes in a message; none in those that are about something else. `now` dates what carries no time. */
  readQuotes(message: unknown, now: number): VenueQuote[]
}

/** A venue that could not or would not answer. `retryAfterMs` is how long it asks to be left alone. */
export class VenueError extends Error {
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

type WithSource = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** Reads JSON with every number as the text that stood there, so that no price passes through a binary float. */
export function readExactJson(text: string): unknown {
  const keep: WithSource = (_key, value, context) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  return JSON.parse(text, keep)
}

/** A field of a record of unknown shape; undefined where there is none. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

/** A text or the text of a number; empty for anything else, which no check lets pass as a price. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
