// Owns the staff's view of the market feeds, as the database computes it.
import { queryOptions } from '@tanstack/react-query'
import type { Fault } from 'trading/market/market-checks'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

export type Feed = {
  class: 'forex' | 'metal' | 'index' | 'crypto'
  source: string
  state: 'live' | 'stale' | 'closed'
  since: string
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
