// Owns a member's alert rules for signals. An alert arrives as a notification (`notifications.ts`).
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

export const NEAR_KINDS = ['entry', 'stop', 'target'] as const
export type NearKind = (typeof NEAR_KINDS)[number]

export type AlertRule = {
  id: string
  signal_id: string
  kind: NearKind | 'events'
  distance: string | null
  unit: 'pips' | 'r' | null
}

const RULES = ['alerts', 'rules'] as const

/** The member's rules for all signals. */
export const alertRulesQuery = queryOptions({
  queryKey: RULES,
  queryFn: async () =>
    unwrap(
      (await supabase
        .from('signal_alerts')
        .select('id,signal_id,kind,distance::text,unit')
        .order('id')) as never,
    ) as readonly AlertRule[],
  staleTime: 60_000,
})

/** Sets rules (with their distances) or removes the given kinds for a signal. */
export const useAlertRules = (signalId: string) => {
  const set = useWrite(
    async (rules: readonly Omit<AlertRule, 'id' | 'signal_id'>[]) =>
      unwrap(await supabase.rpc('set_signal_alerts', { signal_id: signalId, rules: [...rules] })),
    [RULES],
  )
  const remove = useWrite(
    async (kinds: readonly AlertRule['kind'][]) =>
      unwrap(
        await supabase
          .from('signal_alerts')
          .delete()
          .eq('signal_id', signalId)
          .in('kind', [...kinds]),
      ),
    [RULES],
  )
  return { set, remove }
}
