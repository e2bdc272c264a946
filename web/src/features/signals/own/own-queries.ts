import { queryOptions } from '@tanstack/react-query'
import { tellUsefulAct } from '#lib/browser/useful-act.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { fromRow, type Signal } from '#lib/signals/signal.ts'
import type { Currency } from '#lib/signals/trading-account.ts'

/** The member's own trades. Nobody else reads them. */
export const STATUSES = ['followed', 'taken', 'ignored'] as const
export type Status = (typeof STATUSES)[number]

export type OwnTrade = {
  signal_id: string
  status: Status
  entry_price: string | null
  entered_at: string | null
  exit_price: string | null
  exited_at: string | null
  lots: string | null
  currency: Currency
  conversion_rate: string | null
  fees_minor: number
  note: string
}

const TRADE =
  'signal_id,status,entry_price::text,entered_at,exit_price::text,exited_at,lots::text,currency,conversion_rate::text,fees_minor,note'
const TRADES = ['signals', 'own', 'trades'] as const

export const ownTradesQuery = queryOptions({
  queryKey: TRADES,
  queryFn: async () =>
    unwrap(
      (await supabase.from('signal_trades').select(TRADE).order('created_at', { ascending: false })) as never,
    ) as readonly OwnTrade[],
  staleTime: 60_000,
})

/** The signals of the member's trades, however old; separate from the list, which is limited to its period. */
export type TradedSignal = Pick<Signal, 'id' | 'number' | 'symbol' | 'published_at' | 'signal_states'> & {
  signal_levels: { direction: 'buy' | 'sell'; stop_loss: string } | null
  signal_events: { kind: string; at: string; price: string | null }[]
}

export const tradedSignalsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...TRADES, 'signals', ids],
    queryFn: async () =>
      (
        unwrap(
          (await supabase
            .from('signals')
            .select(
              'id,number,symbol,published_at,signal_states(state,closed_at,realised_r::text,close_reason),signal_levels(direction,stop_loss::text),signal_events(kind,at,price::text)',
            )
            .in('id', [...ids])) as never,
        ) as readonly TradedSignal[]
      ).map(fromRow),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })

type Change = Partial<Omit<OwnTrade, 'signal_id'>> & { status: Status }

const NO_FILL = {
  entry_price: null,
  entered_at: null,
  exit_price: null,
  exited_at: null,
  lots: null,
  conversion_rate: null,
}

/** Records or corrects what the member did with a signal; a trade that was not taken has no fill. */
export const useOwnTrade = (signalId: string, known: boolean) => ({
  save: useWrite(
    async (change: Change) => {
      const row = { ...(change.status === 'taken' ? {} : NO_FILL), ...change } as never
      const written = unwrap(
        known
          ? await supabase.from('signal_trades').update(row).eq('signal_id', signalId)
          : await supabase.from('signal_trades').insert({ ...(row as object), signal_id: signalId } as never),
      )
      if (change.status !== 'ignored') tellUsefulAct()
      return written
    },
    [TRADES, ['signals', 'members', signalId]],
  ),
  remove: useWrite(
    async (_: undefined) => unwrap(await supabase.from('signal_trades').delete().eq('signal_id', signalId)),
    [TRADES],
  ),
})

export type MemberResult = {
  members: number
  median_r: string
  median_slippage_pips: string
  median_delay_minutes: number
  model_r: string
}

/** The medians of ten or more members, or null. */
export const memberResultQuery = (signalId: string) =>
  queryOptions({
    queryKey: ['signals', 'members', signalId],
    queryFn: async () =>
      (unwrap(await supabase.rpc('signal_member_result', { signal_id: signalId })) as MemberResult[])[0] ??
      null,
    staleTime: 60_000,
  })
