// Owns the page's latest quotes, beside the query cache: a price change reaches the components that show its instrument, once
// a frame, and nothing else on the page is checked.
import type { Quote } from '#lib/signals/signal.ts'

type Listener = () => void
type Options = {
  /** Calls back when it is time to draw; a hidden page is not called. */
  frame: (told: () => void) => void
  /** In milliseconds since 1970. */
  now: () => number
}

export class QuoteStore {
  readonly #frame: Options['frame']
  readonly #now: Options['now']
  /** The time of each quote: when it arrived live or, for one that was read, when it was quoted. */
  readonly #at = new Map<string, number>()
  readonly #quotes = new Map<string, Quote>()
  readonly #listeners = new Map<string, Set<Listener>>()
  /** The sequence number of each instrument's last live message. */
  readonly #told = new Map<string, number>()
  readonly #moved = new Set<string>()
  #tellings = 0

  constructor({ frame, now }: Options) {
    this.#frame = frame
    this.#now = now
  }

  of(symbol: string): Quote | undefined {
    return this.#quotes.get(symbol)
  }

  /** When an instrument's price was last known to be the market's; null if unknown. */
  heardAt(symbol: string): number | null {
    return this.#at.get(symbol) ?? null
  }

  all(): Record<string, Quote> {
    return Object.fromEntries(this.#quotes)
  }

  /** Takes a channel message: newer than everything known. */
  tell(quotes: readonly Quote[]): void {
    this.#tellings += 1
    for (const quote of quotes) {
      this.#told.set(quote.symbol, this.#tellings)
      this.#at.set(quote.symbol, this.#now())
      this.#put(quote)
    }
  }

  /**
   * Starts a read of all quotes. The returned function takes the answer, in which quotes that arrived live meanwhile are
   * outdated.
   */
  reading(): (quotes: readonly Quote[]) => void {
    const begun = this.#tellings
    return (quotes) => {
      for (const quote of quotes) {
        if ((this.#told.get(quote.symbol) ?? 0) > begun) continue
        if (quote.quoted_at) this.#at.set(quote.symbol, Date.parse(quote.quoted_at))
        this.#put(quote)
      }
    }
  }

  /** Subscribes to price changes of these instruments. */
  subscribe(symbols: readonly string[], listener: Listener): () => void {
    for (const symbol of symbols) {
      const known = this.#listeners.get(symbol) ?? new Set()
      this.#listeners.set(symbol, known.add(listener))
    }
    return () => {
      for (const symbol of symbols) this.#listeners.get(symbol)?.delete(listener)
    }
  }

  /** Forgets every price, as at the end of a session. Subscribers hear of the next ones. */
  forget(): void {
    this.#quotes.clear()
    this.#told.clear()
    this.#at.clear()
  }

  #put(quote: Quote): void {
    const known = this.#quotes.get(quote.symbol)
    if (known && known.bid === quote.bid && known.ask === quote.ask) return
    this.#quotes.set(quote.symbol, quote)
    if (this.#moved.size === 0) this.#frame(() => this.#flush())
    this.#moved.add(quote.symbol)
  }

  #flush(): void {
    const hearing = new Set([...this.#moved].flatMap((symbol) => [...(this.#listeners.get(symbol) ?? [])]))
    this.#moved.clear()
    for (const listener of hearing) listener()
  }
}
