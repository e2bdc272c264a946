// Limits how often a price is broadcast: only when it changes, and at most four times a second per symbol. A repeated price is
// only recorded as unchanged, which distinguishes it from a missing one.
import type { MarketQuote } from './provider.ts'

export const LEAST_APART_MS = 250
/** How often an unchanged price is recorded. */
export const NOTED_EVERY_MS = 30_000

export class QuoteGate {
  readonly #told = new Map<string, { price: string; at: number; given: number; noted: number }>()

  /** The quotes that may be broadcast at `now`; others follow later with their then current value. */
  pass(quotes: readonly MarketQuote[], now: number): MarketQuote[] {
    return quotes.filter(({ symbol, bid, ask, at: given }) => {
      const price = `${bid} ${ask}`
      const before = this.#told.get(symbol)
      if (before && (before.price === price || now - before.at < LEAST_APART_MS)) return false
      this.#told.set(symbol, { price, at: now, given, noted: now })
      return true
    })
  }

  /** The quotes repeated unchanged since they were last recorded. */
  standing(quotes: readonly MarketQuote[], now: number): string[] {
    return quotes.flatMap(({ symbol, bid, ask, at: given }) => {
      const told = this.#told.get(symbol)
      if (!told || told.price !== `${bid} ${ask}`) return []
      // A price that the venue has not repeated is outdated.
      if (given <= told.given || now - told.noted < NOTED_EVERY_MS) return []
      this.#told.set(symbol, { ...told, given, noted: now })
      return [symbol]
    })
  }
}
