// Owns what the product asks of a source of market data. A provider knows no database; the feed stores what it gives.

export type MarketInstrument = {
  symbol: string
  digits: number
  /** Usual spread in price. */
  typicalSpread: string
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

export type MarketQuote = { symbol: string; bid: string; ask: string }

/** The last stored minutes of a symbol, by which a provider that invents its prices continues the chart. */
export type StoredEnd = { closes: readonly string[]; spread: string; until: number }

export type MarketProvider = {
  /** What stands in the `source` column, and on every chart. */
  readonly source: string
  /** Called once before anything else, and again after a pause. */
  resume(instruments: readonly MarketInstrument[], stored: ReadonlyMap<string, StoredEnd>): Promise<void>
  /** Whole candles that opened in [from, until), in batches and in time order. Called with growing times. */
  candles(timeframe: BaseTimeframe, from: number, until: number): AsyncIterable<MarketCandle[]>
  /** The latest quote of each symbol. */
  quotes(now: number): Promise<MarketQuote[]>
}
