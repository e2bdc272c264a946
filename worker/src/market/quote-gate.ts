// Owns how often a price is told: only when it changed, and at most four times a second a symbol.
import type { MarketQuote } from './provider.ts'

export const LEAST_APART_MS = 250

export class QuoteGate {
  readonly #told = new Map<string, { price: string; at: number }>()

  /** Of the latest quotes those that may be told at `now`; what is held back is told later, as it stands by then. */
  pass(quotes: readonly MarketQuote[], now: number): MarketQuote[] {
    return quotes.filter(({ symbol, bid, ask }) => {
      const price = `${bid} ${ask}`
      const before = this.#told.get(symbol)
      if (before && (before.price === price || now - before.at < LEAST_APART_MS)) return false
      this.#told.set(symbol, { price, at: now })
      return true
    })
  }
}
