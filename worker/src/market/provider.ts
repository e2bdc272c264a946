// Owns what the product asks of a source of market data that draws its own market; markets that others run stand behind
// venue.ts. Neither knows a database; the feeds store what they give.
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
  /** When it trades. */
  session: Session
}

/** Candles that a provider can give by itself; the others are summed up from them. */
export const BASE_TIMEFRAMES = { M1: 60_000, M5: 300_000, H1: 3_600_000, D1: 86_400_000 } as const
export type BaseTimeframe = keyof typeof BASE_TIMEFRAMES

/** A whole candle: bid prices and the spread, as texts with the instrument's digits. */
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

/** The price at a time, in milliseconds since 1970, by the source's clock. */
export type MarketQuote = { symbol: string; bid: string; ask: string; at: number }

/** The last stored minutes of a symbol, by which a provider that invents its prices continues the chart. */
export type StoredEnd = { closes: readonly string[]; spread: string; until: number }

export type MarketProvider = {
  /** What stands in the `source` column, and on every chart. */
  readonly source: string
  /** Called once before anything else, and again after a pause. */
  resume(instruments: readonly MarketInstrument[], stored: ReadonlyMap<string, StoredEnd>): Promise<void>
  /** Whole candles that opened in [from, until), in batches and in time order. Called with growing times. */
  candles(timeframe: BaseTimeframe, from: number, until: number): AsyncIterable<MarketCandle[]>
  /** The latest quote of each symbol that trades now. */
  quotes(now: number): Promise<MarketQuote[]>
}
