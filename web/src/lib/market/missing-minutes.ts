// Owns what is known of missing minutes: those that outcomes wait for, and those they passed over.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useNow } from '#lib/live/use-now.ts'
import type { Signal } from '#lib/signals/signal.ts'

export type MissingMinutes = {
  symbol: string
  /** In milliseconds since 1970. */
  from: number
  until: number
  /** Whether the outcome still waits for them; otherwise they were passed over, or decided on by so many longer bars. */
  waiting: boolean
  bars: number
}

/** A minute is often only late: shorter waits are not mentioned. */
const WORTH_A_WORD_MS = 5 * 60_000
const MOST = 500
const READ_EVERY_MS = 60_000

const missingMinutesQuery = queryOptions({
  queryKey: ['market', 'missing-minutes'],
  queryFn: async () => {
    const [waits, gaps] = await Promise.all([
      supabase.from('market_waits').select('symbol,gap_from,gap_until,noticed_at'),
      supabase
        .from('market_gaps')
        .select('symbol,gap_from,gap_until,bars')
        .eq('reason', 'no_data')
        .order('gap_from', { ascending: false })
        .limit(MOST),
    ])
    return {
      waits: unwrap(waits).map((row) => ({ ...stretch(row), noticedAt: Date.parse(row.noticed_at) })),
      gaps: unwrap(gaps).map((row) => ({
        ...stretch(row),
        bars: Array.isArray(row.bars) ? row.bars.length : 0,
      })),
    }
  },
  refetchInterval: READ_EVERY_MS,
  // Cards mounted later reuse the known answer.
  staleTime: READ_EVERY_MS * 1.5,
})

const stretch = (row: { symbol: string; gap_from: string; gap_until: string }) => ({
  symbol: row.symbol,
  from: Date.parse(row.gap_from),
  until: Date.parse(row.gap_until),
})

/** The missing minutes within a signal's life, by time. */
export function useMissingMinutes(signal: Signal): readonly MissingMinutes[] {
  const { data } = useQuery(missingMinutesQuery)
  const now = useNow()
  return useMemo(() => {
    if (!data) return []
    const since = Date.parse(signal.published_at)
    const { closed_at } = signal.signal_states
    const end = closed_at === null ? Number.POSITIVE_INFINITY : Date.parse(closed_at)
    const concerns = (one: { symbol: string; from: number; until: number }) =>
      one.symbol === signal.symbol && one.until > since && one.from < end
    const waited = data.waits
      .filter((one) => concerns(one) && closed_at === null && now - one.noticedAt >= WORTH_A_WORD_MS)
      .map((one) => ({ ...one, waiting: true, bars: 0 }))
    const passed = data.gaps.filter(concerns).map((one) => ({ ...one, waiting: false }))
    return [...passed, ...waited].sort((one, other) => one.from - other.from)
  }, [data, signal, now])
}
