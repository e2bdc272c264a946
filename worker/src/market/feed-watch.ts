// Owns what a feed says of itself: for each class of instruments whether prices arrive while its markets are open. A report
// is written when the state changes and every ten seconds besides, so that a silent worker is told from a quiet market.
import { feedState } from 'trading/feed-state'
import { marketIsOpen } from 'trading/sessions'
import type { Queryable } from '../database.ts'
import { reportFeed } from './market-store.ts'
import type { MarketClass, MarketInstrument } from './provider.ts'

const REPORT_EVERY_MS = 10_000

type Seen = {
  lastBarAt: number | null
  lastQuoteAt: number | null
  openSince: number | null
  told: { state: string; reason: string | null; at: number } | null
}

export class FeedWatch {
  readonly #source: string
  readonly #instruments: readonly MarketInstrument[]
  readonly #classOf: ReadonlyMap<string, MarketClass>
  readonly #seen = new Map<MarketClass, Seen>()
  #failure = false

  constructor(source: string, instruments: readonly MarketInstrument[]) {
    this.#source = source
    this.#instruments = instruments
    this.#classOf = new Map(instruments.map((one) => [one.symbol, one.class]))
    for (const one of instruments) {
      this.#seen.set(one.class, { lastBarAt: null, lastQuoteAt: null, openSince: null, told: null })
    }
  }

  /** A whole minute that opened at `at` is stored. */
  bar(symbol: string, at: number): void {
    const seen = this.#of(symbol)
    if (seen) seen.lastBarAt = Math.max(seen.lastBarAt ?? 0, at)
  }

  /** A quote arrived, changed or not. */
  quote(symbol: string, at: number): void {
    const seen = this.#of(symbol)
    if (seen) seen.lastQuoteAt = Math.max(seen.lastQuoteAt ?? 0, at)
  }

  /** Whether the source itself answers: it names the reason while data is missing. */
  source(failing: boolean): void {
    this.#failure = failing
  }

  async report(client: Queryable, now: number): Promise<void> {
    for (const [kind, seen] of this.#seen) {
      const open = this.#instruments.some((one) => one.class === kind && marketIsOpen(one.session, now))
      seen.openSince = open ? (seen.openSince ?? now) : null
      const judged = feedState(open, seen, now)
      const reason = judged.state === 'stale' && this.#failure ? 'source_failed' : judged.reason
      const { told } = seen
      if (told && told.state === judged.state && told.reason === reason && now - told.at < REPORT_EVERY_MS) {
        continue
      }
      await reportFeed(client, {
        class: kind,
        source: this.#source,
        state: judged.state,
        since: judged.since,
        lastBarAt: seen.lastBarAt,
        lastQuoteAt: seen.lastQuoteAt,
        reason,
        seenAt: now,
      })
      seen.told = { state: judged.state, reason, at: now }
    }
  }

  #of(symbol: string): Seen | undefined {
    const kind = this.#classOf.get(symbol)
    return kind && this.#seen.get(kind)
  }
}
