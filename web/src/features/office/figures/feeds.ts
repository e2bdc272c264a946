// Owns the staff's view of the feeds, as the database computes it: market data by class, and the sources of the calendar.
import { queryOptions } from '@tanstack/react-query'
import type { Fault } from 'trading/market/market-checks'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

export type Feed = {
  class: 'forex' | 'metal' | 'index' | 'crypto'
  source: string
  state: 'live' | 'stale' | 'closed'
  since: string
  last_bar_at: string | null
  last_quote_at: string | null
  /** Of how many instruments each minute of the last hour is missing, the oldest first. */
  missing?: readonly number[]
  /** Rejections of the last 24 hours, most frequent first. */
  refused: readonly { symbol: string; reason: Fault; times: number; last_at: string }[]
  waits: readonly { symbol: string; from: string; until: string; noticed_at: string }[]
  /** Minutes without data that outcomes skipped in the last 24 hours. */
  passed_over: number
}

export const feedsQuery = queryOptions({
  queryKey: ['office-feeds'],
  queryFn: async () => unwrap(await supabase.rpc('office_feeds')) as unknown as readonly Feed[],
  refetchInterval: 30_000,
})

/** When a feed last told anything, in milliseconds since 1970; null: never. */
export function lastHeard({ last_bar_at, last_quote_at }: Pick<Feed, 'last_bar_at' | 'last_quote_at'>) {
  const times = [last_bar_at, last_quote_at].flatMap((at) => (at === null ? [] : [Date.parse(at)]))
  return times.length === 0 ? null : Math.max(...times)
}

export type CalendarSource = {
  source: string
  name: string
  state: 'off' | 'ok' | 'failing'
  good_at: string | null
  error: string | null
}
/** Sources that nobody fetches. */
const BY_HAND: readonly string[] = ['staff', 'import', 'sample']

/** The sources of the calendar that are fetched. */
export const calendarFeedsQuery = queryOptions({
  queryKey: ['office-feeds', 'calendar'],
  queryFn: async () => {
    const sources = unwrap(await supabase.rpc('calendar_sources')) as readonly CalendarSource[]
    return sources.filter(({ source, state }) => state !== 'off' && !BY_HAND.includes(source))
  },
  refetchInterval: 60_000,
})
