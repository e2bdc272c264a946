// The interface of a simulated market data source; external markets implement venue.ts. Neither accesses the database; the
// feeds store their data.
import type { Session } from 'trading/market/sessions'

export const MARKET_CLASSES = ['forex', 'metal', 'index', 'crypto'] as const
export type MarketClass = (typeof MARKET_CLASSES)[number]

export type MarketInstrument = {
  symbol: string
  class: MarketClass
  baseCurrency: string
  quoteCurrency: string
  digits: number
  /** Usual spread in price. */
  typicalSpread: string
  /** Trading hours. */
  session: Session
}

/** Timeframes that a provider supplies; the others are aggregated. */
export const BASE_TIMEFRAMES = { M1: 60_000, M5: 300_000, H1: 3_600_000, D1: 86_400_000 } as const
export type BaseTimeframe = keyof typeof BASE_TIMEFRAMES

/** A complete candle: bid prices and spread as text with the instrument's digits. */
export type MarketCandle = {
  symbol: string
  /** Milliseconds since 1970, UTC. */
  openedAt: number
  open: string
  high: string
  low: string
  close: string
  spread: string
}

/** The price at a time of the source's clock, in milliseconds since 1970. */
export type MarketQuote = { symbol: string; bid: string; ask: string; at: number }

/** The last stored minutes of a symbol, from which a simulation continues the chart. */
export type StoredEnd = { closes: readonly string[]; spread: string; until: number }

export type MarketProvider = {
  /** The value of the `source` column, shown on every chart. */
  readonly source: string
  /** Called once before anything else, and again after a pause. */
  resume(instruments: readonly MarketInstrument[], stored: ReadonlyMap<string, StoredEnd>): Promise<void>
  /** Complete candles opened in [from, until), in batches in chronological order. Called with increasing times. */
  candles(timeframe: BaseTimeframe, from: number, until: number): AsyncIterable<MarketCandle[]>
  /** The latest quote of each symbol in an open market. */
  quotes(now: number): Promise<MarketQuote[]>
}
