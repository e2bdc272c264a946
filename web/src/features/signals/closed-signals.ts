import { infiniteQueryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { CLOSED_SIGNALS, endedColumns } from '#lib/signals/live-signals.ts'
import { fromRow, type Signal, type SignalRow } from '#lib/signals/signal.ts'
import type { Filters } from './filters.ts'

export type ClosedFilters = Omit<Filters, 'group'>

/** Ended signals are read page by page; the database counts them. */
const PAGE = 12

type Page = { signals: readonly Signal[]; count: number }

/** Whether a signal ended between the reads of two pages: then the last row of a page is repeated as the first of the next. */
export function areShifted(pages: readonly Page[]): boolean {
  const ids = pages.flatMap(({ signals }) => signals.map(({ id }) => id))
  return new Set(ids).size < ids.length
}

/** The signals that ended within so many days and pass the filters, the last ended first. */
export const closedSignalsQuery = (filters: ClosedFilters) =>
  infiniteQueryOptions({
    queryKey: [...CLOSED_SIGNALS, filters],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const since = new Date(Date.now() - filters.days * 86_400_000).toISOString()
      const equal = {
        symbol: filters.symbol,
        timeframe: filters.timeframe,
        style: filters.style,
        author_id: filters.author,
        'instruments.class': filters.kind,
        'signal_levels.direction': filters.bias,
      }
      let asked = supabase
        .from('signals')
        .select(endedColumns({ levels: filters.bias !== null, instrument: filters.kind !== null }), {
          count: 'exact',
        })
        .gte('signal_states.closed_at', since)
      for (const [column, value] of Object.entries(equal)) {
        if (value !== null) asked = asked.eq(column as 'symbol', value)
      }
      const answer = await asked
        .order('signal_states(closed_at)' as 'id', { ascending: false })
        .order('id')
        .range(pageParam, pageParam + PAGE - 1)
        .abortSignal(signal)
      const rows = unwrap(answer as never) as readonly SignalRow[]
      return { signals: rows.map(fromRow), count: answer.count ?? 0 }
    },
    getNextPageParam: ({ signals }, pages) => (signals.length < PAGE ? undefined : pages.length * PAGE),
    staleTime: 60_000,
  })

/** All open signals, then the ended ones. A signal that ended while shown is in both lists; the channel's copy is used. */
export function withClosed(open: readonly Signal[], closed: readonly Signal[]): readonly Signal[] {
  const known = new Set<string>()
  return [...open, ...closed].filter(({ id }) => !known.has(id) && known.add(id))
}
