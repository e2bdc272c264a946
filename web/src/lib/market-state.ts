// Owns what is known of a market besides its prices: whether it is open by its hours, and whether its feed is alive. A worker
// that died cannot say so, therefore its silence is judged here.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FeedState, shownState } from 'trading/feed-state'
import { marketIsOpen, nextOpening, type Session, sessionFromRow } from 'trading/sessions'
import { supabase } from './client.ts'
import { unwrap } from './query.ts'
import { useNow } from './use-now.ts'

export type MarketState = {
  state: FeedState
  /** When the data froze, in milliseconds since 1970; null where nobody knows, or where they did not. */
  since: number | null
  /** When a closed market opens; null where it is open, or for longer than two weeks. */
  opensAt: number | null
}

export const FEEDS = ['market', 'feeds'] as const

const feedsQuery = queryOptions({
  queryKey: FEEDS,
  queryFn: async () => {
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
      /** Since when an instrument of a live class has no prices of its own. */
      stale: new Map(unwrap(stale).map(({ symbol, since }) => [symbol, Date.parse(since)])),
    }
  },
  staleTime: 10_000,
  refetchInterval: 30_000,
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
        // Years of holidays are known; an open page asks about now and the next opening.
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

/** How a market is at this time; null until it is known. Judged anew each half minute and when the feed tells a change. */
export function useMarketState(symbol: string): MarketState | null {
  const now = useNow()
  const market = useQuery(sessionsQuery).data?.get(symbol)
  const feeds = useQuery(feedsQuery).data
  return useMemo(() => {
    if (!market || !feeds) return null
    const open = marketIsOpen(market.session, now)
    // The clock of this page ticks more slowly than the feed reports.
    const report = feeds.classes.get(market.class) ?? null
    const at = report ? Math.max(now, report.seenAt) : now
    return {
      ...shownState(open, report, at, feeds.stale.get(symbol)),
      opensAt: open ? null : nextOpening(market.session, now),
    }
  }, [market, feeds, now, symbol])
}
