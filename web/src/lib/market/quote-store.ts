// Owns the latest quotes of the page, beside the query cache: a price that moves is told to whoever shows that instrument, once
// a frame, and nothing else on the page is asked whether it changed.
import type { Quote } from '#lib/signals/signal.ts'

type Listener = () => void
type Options = {
  /** Calls back when something may be drawn; a page that nobody sees need not be told. */
  frame: (told: () => void) => void
  /** Milliseconds since 1970. */
  now: () => number
}

export class QuoteStore {
  readonly #frame: Options['frame']
  readonly #now: Options['now']
  /** How old each is: when it was told, or for what was read when it was quoted. */
  readonly #at = new Map<string, number>()
  readonly #quotes = new Map<string, Quote>()
  readonly #listeners = new Map<string, Set<Listener>>()
  /** When each instrument was last told live, in tellings. */
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

  /** When the price of an instrument was last known to be that of the market; null where nothing says so. */
  heardAt(symbol: string): number | null {
    return this.#at.get(symbol) ?? null
  }

  all(): Record<string, Quote> {
    return Object.fromEntries(this.#quotes)
  }

  /** What a channel tells: newer than everything that is known. */
  tell(quotes: readonly Quote[]): void {
    this.#tellings += 1
    for (const quote of quotes) {
      this.#told.set(quote.symbol, this.#tellings)
      this.#at.set(quote.symbol, this.#now())
      this.#put(quote)
    }
  }

  /** Begins a reading of all quotes; the function it returns takes the answer, in which what was told meanwhile is old. */
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

  /** Hears when one of these instruments has another price. */
  subscribe(symbols: readonly string[], listener: Listener): () => void {
    for (const symbol of symbols) {
      const known = this.#listeners.get(symbol) ?? new Set()
      this.#listeners.set(symbol, known.add(listener))
    }
    return () => {
      for (const symbol of symbols) this.#listeners.get(symbol)?.delete(listener)
    }
  }

  /** Forgets every price, as at the end of a session. Who shows one hears of the next. */
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
