// Owns the state of a market beside its prices: whether its hours are open and its feed is alive. A dead worker cannot report
// itself, so its silence is detected here.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type FeedReport, type FeedState, shownState } from 'trading/market/feed-state'
import { marketIsOpen, nextOpening, type Session, sessionFromRow } from 'trading/market/sessions'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useNow } from '#lib/live/use-now.ts'

export type MarketState = {
  state: FeedState
  /** When the data froze, in milliseconds since 1970; null if unknown, or if they did not. */
  since: number | null
  /** When a closed market opens; null if it is open, or closed for longer than two weeks. */
  opensAt: number | null
}

export const FEEDS = ['market', 'feeds'] as const

type Feeds = {
  classes: Map<string, FeedReport & { since: number }>
  /** The time since which an instrument of a live class has had no prices of its own. */
  stale: Map<string, number>
}

const READ_EVERY_MS = 30_000

const feedsQuery = queryOptions({
  queryKey: FEEDS,
  queryFn: async (): Promise<Feeds> => {
    const [classes, stale] = await Promise.all([
      supabase.from('market_feeds').select('class,state,since,last_bar_at,last_quote_at,seen_at'),
      supabase.from('stale_instruments').select('symbol,since'),
    ])
    const time = (at: string | null) => (at === null ? null : Date.parse(at))
    return {
      classes: new Map(
        unwrap(classes).map((row) => [
          row.class,
          {
            state: row.state as FeedState,
            since: Date.parse(row.since),
            lastBarAt: time(row.last_bar_at),
            lastQuoteAt: time(row.last_quote_at),
            seenAt: Date.parse(row.seen_at),
          },
        ]),
      ),
      stale: new Map(unwrap(stale).map(({ symbol, since }) => [symbol, Date.parse(since)])),
    }
  },
  refetchInterval: READ_EVERY_MS,
  // Cards mounted later reuse the known answer: otherwise every page would ask again with every publication.
  staleTime: READ_EVERY_MS * 1.5,
})

const CLOSURES_AHEAD_MS = 60 * 86_400_000

type Market = { class: string; session: Session }

const sessionsQuery = queryOptions({
  queryKey: ['market', 'sessions'],
  queryFn: async () => {
    const rows = unwrap(
      await supabase
        .from('market_sessions')
        .select(
          'time_zone,day_starts,market_hours(opens,closes),market_closures(starts_at,ends_at),instruments(symbol,class)',
        )
        // Holidays are known years ahead; an open page only needs the present and the next opening.
        .gte('market_closures.ends_at', new Date().toISOString())
        .lte('market_closures.starts_at', new Date(Date.now() + CLOSURES_AHEAD_MS).toISOString()),
    )
    const markets = new Map<string, Market>()
    for (const { instruments, ...row } of rows) {
      const session = sessionFromRow(row)
      for (const { symbol, class: kind } of instruments) markets.set(symbol, { class: kind, session })
    }
    return markets
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The current state of a market; null until it is known. Evaluated again every half minute and when the feed reports a
 * change.
 */
export function useMarketState(symbol: string): MarketState | null {
  const now = useNow()
  const market = useQuery(sessionsQuery).data?.get(symbol)
  // Components render again when the state changes, not at every evaluation.
  const judge = useCallback(
    (feeds: Feeds) => (market ? stateOf(market, feeds, symbol, now) : null),
    [market, symbol, now],
  )
  return useQuery({ ...feedsQuery, select: judge }).data ?? null
}

/** The same of any market, for a screen that judges several. */
export function useMarketStates(): (symbol: string) => MarketState | null {
  const now = useNow()
  const markets = useQuery(sessionsQuery).data
  const feeds = useQuery(feedsQuery).data
  return useCallback(
    (symbol) => {
      const market = markets?.get(symbol)
      return market && feeds ? stateOf(market, feeds, symbol, now) : null
    },
    [markets, feeds, now],
  )
}

function stateOf({ class: kind, session }: Market, feeds: Feeds, symbol: string, now: number): MarketState {
  const { open, opensAt } = hoursAt(session, now)
  // This page's clock ticks less often than the feed reports.
  const report = feeds.classes.get(kind) ?? null
  const at = report ? Math.max(now, report.seenAt) : now
  return {
    ...shownState(open, report, at, feeds.stale.get(symbol)),
    opensAt,
  }
}

type Hours = { now: number; open: boolean; opensAt: number | null }
/** The last answer for each market session: many cards ask about the same time. */
const known = new WeakMap<Session, Hours>()

function hoursAt(session: Session, now: number): Hours {
  const last = known.get(session)
  if (last?.now === now) return last
  const open = marketIsOpen(session, now)
  const hours = { now, open, opensAt: open ? null : nextOpening(session, now) }
  known.set(session, hours)
  return hours
}
