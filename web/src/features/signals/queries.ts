import { queryOptions } from '@tanstack/react-query'
import type { SignalDraft } from 'trading/signal'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { CLOSED_SIGNALS } from '#lib/signals/live-signals.ts'

/** The reads and writes of the signals screen, beside the list in `lib/signals/live-signals.ts`. */
/** How far an ended signal went, in R as text; null if it was not measured. */
export const excursionQuery = (id: string) =>
  queryOptions({
    queryKey: ['signals', 'excursion', id],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('signal_excursions')
          .select('best_r::text,worst_r::text')
          .eq('signal_id', id)
          .maybeSingle(),
      ) as { best_r: string; worst_r: string } | null,
    staleTime: 60_000,
  })

export type Seal = { sequence: number; hash: string; at: string }

export const sealQuery = (id: string) =>
  queryOptions({
    queryKey: ['signals', 'seal', id],
    queryFn: async (): Promise<Seal | null> => {
      const entries = supabase.from('ledger').select('sequence,hash,at').eq('signal_id', id).order('sequence')
      return unwrap(await entries.limit(1)).at(0) ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Publishes a signal. The database decides; its refusal carries a key and a field. */
export const usePublish = () =>
  useWrite(
    async (draft: SignalDraft & { draft_id?: string }) =>
      unwrap(await supabase.rpc('publish_signal', { signal: draft as never })) as {
        id: string
        number: number
        hash: string
      },
    [
      ['signals', 'list'],
      ['signals', 'drafts'],
      ['signals', 'last-texts'],
    ],
  )

export const useSignalActions = (id: string) => {
  const stale = [['signals', 'list'], CLOSED_SIGNALS, ['signals', 'one']] as const
  return {
    cancel: useWrite(
      async (reason: string) => unwrap(await supabase.rpc('cancel_signal', { signal_id: id, reason })),
      stale,
    ),
    close: useWrite(
      async (reason: string) => unwrap(await supabase.rpc('close_signal', { signal_id: id, reason })),
      stale,
    ),
    moveStop: useWrite(
      async ({ price, reason }: { price: string; reason: string }) =>
        // Prices are sent as text: what is typed is what is stored.
        unwrap(await supabase.rpc('move_stop', { signal_id: id, price: price as never, reason })),
      stale,
    ),
    grade: useWrite(
      async ({
        thesis,
        counter,
        words,
      }: {
        thesis: boolean | null
        counter: boolean | null
        words: string
      }) =>
        unwrap(
          await supabase.rpc('grade_thesis', {
            signal_id: id,
            thesis_held: thesis as boolean,
            counter_held: counter as boolean,
            words,
          }),
        ),
      stale,
    ),
    note: useWrite(
      async (note: string) => unwrap(await supabase.rpc('add_signal_note', { signal_id: id, note })),
      stale,
    ),
  }
}
