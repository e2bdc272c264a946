// Owns how often a price is told: only when it changed, and at most four times a second a symbol. A price that a quiet market
// repeats is not told again; it is only noted that it still stands, so that it does not look like one that nobody gives.
import type { MarketQuote } from './provider.ts'

export const LEAST_APART_MS = 250
/** How often it is noted that an unchanged price still stands. */
export const NOTED_EVERY_MS = 30_000

export class QuoteGate {
  readonly #told = new Map<string, { price: string; at: number; given: number; noted: number }>()

  /** Of the latest quotes those that may be told at `now`; what is held back is told later, as it stands by then. */
  pass(quotes: readonly MarketQuote[], now: number): MarketQuote[] {
    return quotes.filter(({ symbol, bid, ask, at: given }) => {
      const price = `${bid} ${ask}`
      const before = this.#told.get(symbol)
      if (before && (before.price === price || now - before.at < LEAST_APART_MS)) return false
      this.#told.set(symbol, { price, at: now, given, noted: now })
      return true
    })
  }

  /** Of the latest quotes those that were given anew, unchanged, since it was last noted that they stand. */
  standing(quotes: readonly MarketQuote[], now: number): string[] {
    return quotes.flatMap(({ symbol, bid, ask, at: given }) => {
      const told = this.#told.get(symbol)
      if (!told || told.price !== `${bid} ${ask}`) return []
      // What the venue has not repeated is only old.
      if (given <= told.given || now - told.noted < NOTED_EVERY_MS) return []
      this.#told.set(symbol, { ...told, given, noted: now })
      return [symbol]
    })
  }
}
