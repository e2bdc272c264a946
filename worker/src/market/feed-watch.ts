// Reports a feed's state: whether each class of instruments receives prices during market hours, and which instruments receive
// none. A report is written at each change and every ten seconds, which distinguishes a dead worker from a quiet market.
import { feedState } from 'trading/market/feed-state'
import { marketIsOpen } from 'trading/market/sessions'
import type { Queryable } from '../database.ts'
import { reportFeed, reportStaleInstruments, type StaleInstrument } from './market-store.ts'
import type { MarketClass, MarketInstrument } from './provider.ts'

const REPORT_EVERY_MS = 10_000

type Heard = { lastBarAt: number | null; lastQuoteAt: number | null; openSince: number | null }
type Own = Heard & { instrument: MarketInstrument; refusedAt: number | null }
type Told = { state: string; reason: string | null; at: number; stale: string | null }

export class FeedWatch {
  readonly #source: string
  readonly #own: ReadonlyMap<string, Own>
  readonly #told = new Map<MarketClass, Told>()
  readonly #openSince = new Map<MarketClass, number>()
  #failure = false

  /** `instruments`: all that the source is responsible for, including those it turned out not to list. */
  constructor(source: string, instruments: readonly MarketInstrument[]) {
    this.#source = source
    this.#own = new Map(
      instruments.map((instrument) => [
        instrument.symbol,
        { instrument, lastBarAt: null, lastQuoteAt: null, openSince: null, refusedAt: null },
      ]),
    )
  }

  /** Records a stored minute that opened at `at`. */
  bar(symbol: string, at: number): void {
    const own = this.#own.get(symbol)
    if (own) own.lastBarAt = Math.max(own.lastBarAt ?? 0, at)
  }

  /** Records a received quote, changed or not. */
  quote(symbol: string, at: number): void {
    const own = this.#own.get(symbol)
    if (own) own.lastQuoteAt = Math.max(own.lastQuoteAt ?? 0, at)
  }

  /** Records a refused value: the reason for missing data afterwards. */
  refused(symbol: string, at: number): void {
    const own = this.#own.get(symbol)
    if (own) own.refusedAt = at
  }

  /** Whether the source answers: the reason while data are missing. */
  source(failing: boolean): void {
    this.#failure = failing
  }

  async report(client: Queryable, now: number): Promise<void> {
    for (const [kind, members] of Map.groupBy(this.#own.values(), ({ instrument }) => instrument.class)) {
      for (const own of members) {
        own.openSince = marketIsOpen(own.instrument.session, now) ? (own.openSince ?? now) : null
      }
      const state = await this.#reportClass(client, kind, members, now)
      const stale = state === 'live' ? members.flatMap((own) => this.#staleness(own, now) ?? []) : []
      await this.#reportStale(client, kind, stale)
    }
  }

  /** A class is as recent as its newest data. */
  async #reportClass(client: Queryable, kind: MarketClass, members: readonly Own[], now: number) {
    const open = members.some(({ openSince }) => openSince !== null)
    if (!open) this.#openSince.delete(kind)
    else if (!this.#openSince.has(kind)) this.#openSince.set(kind, now)
    const heard = {
      lastBarAt: newest(members.map(({ lastBarAt }) => lastBarAt)),
      lastQuoteAt: newest(members.map(({ lastQuoteAt }) => lastQuoteAt)),
      openSince: this.#openSince.get(kind) ?? null,
    }
    const judged = feedState(open, heard, now)
    const reason = judged.state === 'stale' && this.#failure ? 'source_failed' : judged.reason
    const told = this.#told.get(kind)
    if (!told || told.state !== judged.state || told.reason !== reason || now - told.at >= REPORT_EVERY_MS) {
      await reportFeed(client, {
        class: kind,
        source: this.#source,
        state: judged.state,
        since: judged.since,
        lastBarAt: heard.lastBarAt,
        lastQuoteAt: heard.lastQuoteAt,
        reason,
        seenAt: now,
      })
      this.#told.set(kind, { state: judged.state, reason, at: now, stale: told?.stale ?? null })
    }
    return judged.state
  }

  #staleness(own: Own, now: number): StaleInstrument | null {
    const judged = feedState(own.openSince !== null, own, now)
    if (judged.state !== 'stale' || judged.reason === null) return null
    const { refusedAt, lastQuoteAt, lastBarAt } = own
    const good = Math.max(lastQuoteAt ?? 0, lastBarAt ?? 0)
    const reason =
      refusedAt !== null && refusedAt >= good ? 'refused' : this.#failure ? 'source_failed' : judged.reason
    return { symbol: own.instrument.symbol, since: judged.since, reason }
  }

  /** Written once at the start, to correct an earlier worker's report, and then at each change. */
  async #reportStale(client: Queryable, kind: MarketClass, stale: readonly StaleInstrument[]): Promise<void> {
    const told = this.#told.get(kind)
    const now = stale.map(({ symbol, reason }) => `${symbol} ${reason}`).join()
    if (!told || told.stale === now) return
    await reportStaleInstruments(client, kind, stale)
    told.stale = now
  }
}

function newest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? Math.max(...known) : null
}
