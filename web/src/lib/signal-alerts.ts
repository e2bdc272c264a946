// Members' alerts on signals: the rules, what fired, and the member's own channel on which it is told. Used by the signals
// and by the bell, which every screen has.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { supabase } from './client.ts'
import { unwrap, useWrite } from './query.ts'

export const NEAR_KINDS = ['entry', 'stop', 'target'] as const
export type NearKind = (typeof NEAR_KINDS)[number]

export type AlertRule = {
  id: number
  signal_id: string
  kind: NearKind | 'events'
  distance: string | null
  unit: 'pips' | 'r' | null
}

export type FiredAlert = {
  id: number
  signal_id: string
  kind:
    | NearKind
    | 'entered'
    | 'target_reached'
    | 'stop_moved'
    | 'stopped'
    | 'closed'
    | 'expired'
    | 'cancelled'
  price: string | null
  fired_at: string
  signals: { number: number; instruments: { name: string; digits: number } }
}

const ALERTS = ['alerts'] as const
const RULES = [...ALERTS, 'rules'] as const
const FIRED = [...ALERTS, 'fired'] as const
const SHOWN = 20

/** The member's rules, of all signals. */
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

/** The newest alerts, and the last one that was looked at. */
export const firedAlertsQuery = queryOptions({
  queryKey: FIRED,
  queryFn: async () => {
    const [fired, seen] = await Promise.all([
      supabase
        .from('signal_alerts_fired')
        .select('id,signal_id,kind,price::text,fired_at,signals(number,instruments(name,digits))')
        .order('id', { ascending: false })
        .limit(SHOWN),
      supabase.from('signal_alerts_seen').select('fired_id').maybeSingle(),
    ])
    return {
      fired: unwrap(fired as never) as readonly FiredAlert[],
      seen: unwrap(seen as never as { data: { fired_id: number } | null; error: null })?.fired_id ?? 0,
    }
  },
  staleTime: 60_000,
})

/** Sets a rule (with its distance), or takes it away (without a kind's rule given, all of the signal). */
export const useAlertRules = (signalId: string) => {
  const set = useWrite(
    async (rules: readonly Omit<AlertRule, 'id' | 'signal_id'>[]) => {
      const kinds = rules.map(({ kind }) => kind)
      unwrap(await supabase.from('signal_alerts').delete().eq('signal_id', signalId).in('kind', kinds))
      unwrap(
        await supabase
          .from('signal_alerts')
          .insert(rules.map((rule) => ({ ...rule, signal_id: signalId })) as never),
      )
    },
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

/** Notes that everything up to an alert was looked at. */
export const useSeenAlerts = () =>
  useWrite(
    async ({ upTo, first }: { upTo: number; first: boolean }) =>
      unwrap(
        first
          ? await supabase.from('signal_alerts_seen').insert({ fired_id: upTo })
          : await supabase.from('signal_alerts_seen').update({ fired_id: upTo }).gte('fired_id', 0),
      ),
    [FIRED],
  )

/**
 * Hears of alerts as they fire, wherever the member is, once they have set one; after a cut the stored rows are read anew.
 * `onFired` gets each alert that was not in the list before.
 */
export function useLiveAlerts(userId: string | null, onFired: (alert: FiredAlert) => void): void {
  const cache = useQueryClient()
  const rules = useQuery({ ...alertRulesQuery, enabled: userId !== null })
  const wanted = userId !== null && (rules.data?.length ?? 0) > 0
  // Who listens may change with every screen; the channel stays.
  const tell = useEffectEvent(onFired)
  useEffect(() => {
    if (!wanted) return
    const before = cache.getQueryData(firedAlertsQuery.queryKey)
    // Before the list was ever read nothing in it is news.
    let known = before ? (before.fired[0]?.id ?? 0) : null
    const read = async () => {
      const { fired } = await cache.fetchQuery({ ...firedAlertsQuery, staleTime: 0 })
      const fresh = known === null ? [] : fired.filter(({ id }) => id > (known as number))
      known = fired[0]?.id ?? 0
      for (const alert of fresh.toReversed()) tell(alert)
    }
    // A reading that fails is shown by the panel itself, which reads the same rows.
    const refresh = () => void read().catch(() => cache.invalidateQueries({ queryKey: FIRED }))
    const channel = supabase
      .channel(`member:${userId}`, { config: { private: true } })
      .on('broadcast', { event: 'alert' }, refresh)
    void supabase.realtime.setAuth().then(() =>
      channel.subscribe((status) => {
        if (status === 'SUBSCRIBED') refresh()
      }),
    )
    return () => void supabase.removeChannel(channel)
  }, [wanted, userId, cache])
}
