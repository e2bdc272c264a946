// Owns reading the markets' closures.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { closuresByDay } from './closure-days.ts'

const DAY_MS = 86_400_000

/** The closures from last month on, for a year; they are known for years ahead. */
export const closuresQuery = queryOptions({
  queryKey: ['market', 'closures'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('market_closures')
        .select('session,starts_at,ends_at')
        .gte('ends_at', new Date(Date.now() - 62 * DAY_MS).toISOString())
        .lte('starts_at', new Date(Date.now() + 366 * DAY_MS).toISOString())
        .order('starts_at'),
    ),
  select: closuresByDay,
  staleTime: Number.POSITIVE_INFINITY,
})
