import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { readPerformance } from '#lib/record/public-record.ts'
import type { Tier } from '#lib/session/session.tsx'
import { useLiveSignals } from '#lib/signals/live-signals.ts'
import type { SignalEvent } from '#lib/signals/signal.ts'

/** The dashboard's reads beside the open signals in `lib/signals/live-signals.ts`. */
const MOST_CHANGES = 6

/** When the previous visit ended; null on the first one. Reading it also records this visit. */
export const visitQuery = queryOptions({
  queryKey: ['dashboard', 'visit'],
  queryFn: async () => unwrap(await supabase.rpc('begin_visit')) as string | null,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The member has seen the changes: the visit before ends now. */
export const useSeeChanges = () =>
  useWrite(async () => unwrap(await supabase.rpc('see_changes')), [visitQuery.queryKey])

export type Change = {
  key: string
  kind: SignalEvent['kind'] | 'sealed'
  at: string
  signalId: string
  symbol: string
  r: string | null
  target: number | null
}

const CHANGES = ['dashboard', 'changes'] as const

/** The events of signals since a moment, newest first. A signal whose levels are locked shows only its publication. */
export const changesQuery = (since: string) =>
  queryOptions({
    queryKey: [...CHANGES, since],
    queryFn: async (): Promise<Change[]> => {
      const [events, sealed] = await Promise.all([
        supabase
          .from('signal_events')
          .select('sequence,kind,at,r::text,data,signal_id,signals!inner(symbol)')
          .gt('at', since)
          .neq('kind', 'note')
          .order('at', { ascending: false })
          .limit(MOST_CHANGES),
        supabase
          .from('signals')
          .select('id,symbol,published_at,signal_levels(direction)')
          .gt('published_at', since)
          .is('signal_levels', null)
          .order('published_at', { ascending: false })
          .limit(MOST_CHANGES),
      ])
      const changes = [
        ...(unwrap(events as never) as EventRow[]).map(
          (row): Change => ({
            key: `event ${row.signal_id} ${row.sequence}`,
            kind: row.kind,
            at: row.at,
            signalId: row.signal_id,
            symbol: row.signals.symbol,
            r: row.r,
            target: row.data.target ?? null,
          }),
        ),
        ...(unwrap(sealed as never) as SealedRow[]).map(
          ({ id, symbol, published_at }): Change => ({
            key: `sealed ${id}`,
            kind: 'sealed',
            at: published_at,
            signalId: id,
            symbol,
            r: null,
            target: null,
          }),
        ),
      ]
      return changes.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MOST_CHANGES)
    },
    staleTime: 60_000,
  })

/** The results of the signals that closed since a moment. */
export const closedSinceQuery = (since: string) =>
  queryOptions({
    queryKey: [...CHANGES, 'closed', since],
    queryFn: async () =>
      unwrap(
        (await supabase
          .from('signal_states')
          .select('realised_r::text')
          .gt('closed_at', since)
          .not('realised_r', 'is', null)) as never,
      ) as { realised_r: string }[],
    staleTime: 60_000,
  })

type EventRow = {
  sequence: number
  kind: SignalEvent['kind']
  at: string
  r: string | null
  data: { target?: number }
  signal_id: string
  signals: { symbol: string }
}
type SealedRow = { id: string; symbol: string; published_at: string }

/** The public record, as visitors see it. */
export const recordQuery = queryOptions({
  queryKey: ['dashboard', 'record'],
  queryFn: ({ signal }) => readPerformance(signal),
  staleTime: 60_000,
})

/** Keeps the open signals and their events up to date. */
export function useLiveDashboard(tier: Tier | null): void {
  const cache = useQueryClient()
  useLiveSignals(tier, () => void cache.invalidateQueries({ queryKey: CHANGES }))
}
