// Stores an external market: bars by REST, missing ones first, and quotes by WebSocket. Everything is validated; refused data
// are recorded with the reason, and missing data mark the feed stale.
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { Decimal, decimal } from 'trading/decimal'
import { type Fault, QuoteAnchor } from 'trading/market/market-checks'
import { marketIsOpen } from 'trading/market/sessions'
import { inTransaction } from '../database.ts'
import { pause } from '../keep-running.ts'
import { enqueue } from '../queue.ts'
import { type CheckedBars, checkBars } from './bar-check.ts'
import { FeedWatch } from './feed-watch.ts'
import { type Followed, followMarkets, type Stage } from './followed-markets.ts'
import { leftOut } from './left-out.ts'
import {
  noteQuotes,
  publishQuotes,
  readInstruments,
  readStoredEnds,
  recordGap,
  recordRefusals,
  storeCandles,
} from './market-store.ts'
import { BASE_TIMEFRAMES, type MarketCandle, type MarketClass, type MarketQuote } from './provider.ts'
import { QuoteGate } from './quote-gate.ts'
import { listenToQuotes } from './quote-stream.ts'
import { RefusalLog } from './refusal-log.ts'
import { type Venue, type VenueBar, VenueError, type VenueQuote } from './venue.ts'
import { askVenue, RequestBudget } from './venue-request.ts'

const MINUTE = BASE_TIMEFRAMES.M1
/** A minute missing although later ones exist is requested for this long; then it counts as without a trade. */
const GIVEN_UP_MS = 5 * MINUTE
/** Delay before a late bar is requested again. */
const ASKED_AGAIN_MS = 15_000

type Asked = { listed: Followed; stage: Stage & { isNewest?: true } }

export type LiveFeedOptions = {
  pool: Pool
  venue: Venue
  classes: readonly MarketClass[]
  quoteIntervalMs: number
  history: 'full' | 'short'
  log: Logger
  /** Injected clock. */
  now: () => number
  /** Timeouts that tests shorten. */
  timeoutMs?: number
  idleMs?: number
  reconnectMs?: number
  silenceMs?: number
}

/** Runs until `signal` aborts; rejects when the database fails, and is then restarted. A venue's failure never ends it. */
export async function runLiveFeed(options: LiveFeedOptions, signal: AbortSignal): Promise<void> {
  const feed = await LiveFeed.open(options)
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  try {
    await Promise.all([feed.listen(either), feed.followBars(either), feed.tell(either)])
  } finally {
    stop.abort()
  }
}

class LiveFeed {
  readonly #options: LiveFeedOptions
  readonly #listed: Followed[]
  readonly #byName: ReadonlyMap<string, Followed>
  readonly #watch: FeedWatch
  readonly #quotes = new Map<string, MarketQuote>()
  readonly #anchors = new Map<string, QuoteAnchor>()
  readonly #refusals = new RefusalLog()

  static async open(options: LiveFeedOptions): Promise<LiveFeed> {
    const instruments = await readInstruments(options.pool, options.classes)
    const stored = await readStoredEnds(options.pool, options.venue.source)
    const followed = await followMarkets(options, instruments, stored)
    // Instruments that the venue does not list have no prices, which their charts must indicate.
    const feed = new LiveFeed(options, followed, new FeedWatch(options.venue.source, instruments))
    for (const [symbol, { until }] of stored) feed.#watch.bar(symbol, until - MINUTE)
    return feed
  }

  constructor(options: LiveFeedOptions, listed: Followed[], watch: FeedWatch) {
    this.#options = options
    this.#listed = listed
    this.#byName = new Map(listed.map((one) => [one.name, one]))
    this.#watch = watch
  }

  async listen(signal: AbortSignal): Promise<void> {
    const { venue, log, now, reconnectMs = 500, silenceMs = 45_000 } = this.#options
    await listenToQuotes(
      {
        venue,
        names: [...this.#byName.keys()],
        now,
        firstDelayMs: reconnectMs,
        silenceMs,
        onQuotes: (quotes) => {
          for (const quote of quotes) this.#take(quote)
        },
        onState: (connected, reason) => log.info({ venue: venue.source, connected, reason }, 'quotes'),
      },
      signal,
    )
  }

  #take(given: VenueQuote): void {
    const { now } = this.#options
    const listed = this.#byName.get(given.name)
    if (!listed) return
    const { symbol, class: kind, digits, typicalSpread } = listed.instrument
    const anchor = this.#anchors.get(symbol) ?? new QuoteAnchor(kind, listed.close)
    this.#anchors.set(symbol, anchor)
    const fault = anchor.fault(given, now())
    if (fault) {
      this.#refuse(symbol, fault, given)
      return
    }
    const bid = new Decimal(given.bid).toFixed(digits)
    // A venue with a single price gets its usual spread added.
    const ask = given.ask === given.bid ? new Decimal(bid).plus(typicalSpread).toFixed(digits) : given.ask
    this.#quotes.set(symbol, { symbol, bid, ask: new Decimal(ask).toFixed(digits), at: given.at })
    this.#watch.quote(symbol, given.at)
  }

  #refuse(symbol: string, reason: Fault, given: object): void {
    const { venue, log, now } = this.#options
    this.#watch.refused(symbol, now())
    if (this.#refusals.add(symbol, reason, given)) {
      log.warn({ venue: venue.source, symbol, reason, given }, 'refused data from venue')
    }
  }

  async tell(signal: AbortSignal): Promise<void> {
    const { pool, venue, quoteIntervalMs, now } = this.#options
    const gate = new QuoteGate()
    while (!signal.aborted) {
      const at = now()
      const open = this.#listed.filter(({ instrument }) => marketIsOpen(instrument.session, at))
      const latest = open.flatMap(({ instrument }) => this.#quotes.get(instrument.symbol) ?? [])
      const changed = gate.pass(latest, at)
      if (changed.length > 0) await publishQuotes(pool, venue.source, new Date(at), changed)
      await noteQuotes(pool, new Date(at), gate.standing(latest, at))
      await this.#watch.report(pool, at)
      await recordRefusals(pool, venue.source, this.#refusals.due(at))
      await pause(quoteIntervalMs, signal)
    }
  }

  async followBars(signal: AbortSignal): Promise<void> {
    const { venue, log, now, idleMs = 1000 } = this.#options
    const budget = new RequestBudget(venue.requestsAMinute, now)
    let delay = idleMs
    while (!signal.aborted) {
      const next = this.#next()
      if (!next) {
        await pause(idleMs, signal)
        continue
      }
      const wait = budget.take()
      if (wait > 0) {
        await pause(Math.min(wait, idleMs), signal)
        continue
      }
      next.listed.askedAt = now()
      try {
        await this.#ask(next.listed, next.stage, signal)
        this.#watch.source(false)
        delay = idleMs
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof VenueError)) throw error
        this.#watch.source(true)
        const { symbol } = next.listed.instrument
        log.warn({ venue: venue.source, symbol, reason: error.message }, 'venue did not answer')
        budget.bar(error.retryAfterMs ?? delay)
        delay = Math.min(delay * 2, 60_000)
      }
    }
  }

  /** The next request: for the market that has waited longest. */
  #next(): Asked | null {
    const { now } = this.#options
    const minute = floorMinute(now())
    let chosen: Asked | null = null
    for (const listed of this.#listed) {
      const { session } = listed.instrument
      while (!listed.stages[0] && listed.cursor < minute && !marketIsOpen(session, listed.cursor)) {
        listed.cursor += MINUTE
      }
      const stage =
        listed.stages[0] ??
        (listed.cursor < minute && now() >= listed.restsUntil
          ? ({ timeframe: 'M1', from: listed.cursor, until: minute, isNewest: true } as const)
          : null)
      if (stage && (!chosen || listed.askedAt < chosen.listed.askedAt)) chosen = { listed, stage }
    }
    return chosen
  }

  async #ask(listed: Followed, stage: Asked['stage'], signal: AbortSignal): Promise<void> {
    const { venue, timeoutMs = 10_000, now } = this.#options
    const { timeframe, from } = stage
    const width = BASE_TIMEFRAMES[timeframe]
    // A gap is requested with its neighbours: without either, an answer does not show what is missing.
    const margin = stage.isHole ? width : 0
    const until = Math.min(stage.until, from + venue.mostBars * width - 2 * margin)
    const url = venue.barsUrl(listed.name, timeframe, from - margin, until + margin)
    const given = venue.readBars(await askVenue(url, timeoutMs, signal))
    const spread = this.#spread(listed.instrument.symbol, listed.instrument.typicalSpread)
    const checked = checkBars(listed, { ...stage, until }, given, spread, now())
    for (const { reason, bar } of checked.refused) {
      this.#refuse(listed.instrument.symbol, reason, { timeframe, ...bar })
    }
    await this.#store(timeframe, checked.good)
    // A gap has other neighbours than the newest close.
    if (!stage.isHole) listed.close = checked.close
    if (listed.stages[0] === stage) {
      if (until >= stage.until) listed.stages.shift()
      else listed.stages[0] = { ...stage, from: until }
    }
    if (timeframe === 'M1') await this.#follow(listed, { ...stage, until }, checked, given)
    listed.restsUntil = Math.max(listed.restsUntil, now() + ASKED_AGAIN_MS)
  }

  /** Handles missing minutes: requests them again, and records them as without a trade after enough requests. */
  async #follow(
    listed: Followed,
    asked: Asked['stage'],
    checked: CheckedBars,
    given: readonly VenueBar[],
  ): Promise<void> {
    const { venue, now } = this.#options
    const { from, until, isHole, isNewest } = asked
    const last = checked.good.at(-1)?.openedAt ?? null
    const reached =
      venue.reach === null ? from : Math.max(from, floorMinute(now()) - (venue.reach - 1) * MINUTE)
    const givenUp = floorMinute(now() - GIVEN_UP_MS)
    const { old, waited } = leftOut(
      listed.instrument.session,
      { ...asked, from: reached },
      checked,
      given,
      givenUp,
    )
    // History is requested a second time before anything is recorded.
    if (isHole || isNewest) await this.#recordQuiet(listed.instrument.symbol, old)
    else {
      const before = checked.close
      listed.stages.unshift(...old.map((one): Stage => ({ timeframe: 'M1', ...one, isHole: true, before })))
    }
    if (!isNewest) {
      listed.cursor = Math.min(listed.cursor, waited)
      return
    }
    if (waited !== Number.POSITIVE_INFINITY) listed.cursor = Math.max(listed.cursor, waited)
    else if (last !== null) listed.cursor = Math.max(listed.cursor, last + MINUTE)
    // A venue with no data for the longest possible request: the gap remains.
    else if (until - from >= venue.mostBars * MINUTE)
      listed.cursor = Math.max(listed.cursor, Math.min(until, givenUp))
    // The newest minute is stored; the next request, including awaited minutes, is due when the next one ends.
    if (last !== null && last + MINUTE >= until) listed.restsUntil = until + MINUTE
  }

  async #recordQuiet(symbol: string, stretches: readonly { from: number; until: number }[]): Promise<void> {
    const { pool, venue } = this.#options
    for (const { from, until } of stretches) {
      await inTransaction(pool, async (client) => {
        if ((await recordGap(client, symbol, from, until, 'no_trade', venue.source)) > 0) {
          await enqueue(client, 'settle-signals')
        }
      })
    }
  }

  /** The current spread, or the usual one. */
  #spread(symbol: string, typical: string): string {
    const quote = this.#quotes.get(symbol)
    if (!quote || this.#options.now() - quote.at > 2 * MINUTE) return typical
    const [bid, ask] = [decimal(quote.bid), decimal(quote.ask)]
    return bid && ask ? ask.minus(bid).toFixed() : typical
  }

  async #store(timeframe: string, candles: readonly MarketCandle[]): Promise<void> {
    if (candles.length === 0) return
    const { pool, venue } = this.#options
    await inTransaction(pool, async (client) => {
      const fresh = await storeCandles(client, timeframe, venue.source, candles)
      if (fresh > 0 && timeframe === 'M1') await enqueue(client, 'settle-signals')
    })
    if (timeframe !== 'M1') return
    for (const { symbol, openedAt } of candles) this.#watch.bar(symbol, openedAt)
  }
}

function floorMinute(at: number): number {
  return at - (at % MINUTE)
}
