// Owns every read and write of the account screen, except those of the auth service (`auth-calls.ts`).
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { StoredTrade } from './own-history.ts'

export type Profile = {
  id: string
  username: string
  first_name: string
  last_name: string
  locale: string
  time_zone: string
  newsletter: boolean
  disclaimer_accepted_at: string | null
  disclaimer_version: string | null
  created_at: string
}

const PROFILE =
  'id,username,first_name,last_name,locale,time_zone,newsletter,disclaimer_accepted_at,disclaimer_version,created_at'

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', 'profile', userId],
    queryFn: async () =>
      unwrap(await supabase.from('profiles').select(PROFILE).eq('id', userId).single()) as Profile,
  })

export function useSaveProfile(userId: string) {
  return useWrite(
    async (changes: Partial<Omit<Profile, 'id' | 'created_at'>>) =>
      unwrap(
        await supabase
          .from('profiles')
          .update(changes as never)
          .eq('id', userId)
          .select('id')
          .single(),
      ),
    [['account', 'profile', userId]],
  )
}

export type OwnSession = {
  id: string
  started_at: string
  last_used_at: string
  user_agent: string | null
  ip: string | null
  assurance: string
  is_current: boolean
}

export const SESSIONS_KEY = ['account', 'sessions'] as const

export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: async () => unwrap(await supabase.rpc('my_sessions')) as OwnSession[],
})

export function useEndSession() {
  return useWrite(
    async (id: string) => unwrap(await supabase.rpc('end_session', { session_id: id })),
    [SESSIONS_KEY],
  )
}

export type PremiumPeriod = { source: string; starts_at: string; ends_at: string }

export const premiumQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', 'premium', userId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('premium_grants')
          .select('source,starts_at,ends_at')
          // Admins may read everybody's rows.
          .eq('user_id', userId)
          .order('ends_at', { ascending: false }),
      ) as PremiumPeriod[],
  })

const TRADE =
  'signal_id,status,created_at,entry_price::text,entered_at,exit_price::text,exited_at,lots::text,currency,conversion_rate::text,fees_minor,signals(number,instruments(symbol,name,class,base_currency,quote_currency,digits,pip_size::text,contract_size::text),signal_levels(direction,stop_loss::text))'
/** The most rows that the API returns at once. */
const PAGE = 1000

/** Every trade that the member recorded, newest first, page by page: totals of a part would be wrong. */
export const tradesQuery = queryOptions({
  queryKey: ['account', 'trades'],
  queryFn: async () => {
    const trades: StoredTrade[] = []
    for (;;) {
      const page = unwrap(
        await supabase
          .from('signal_trades')
          .select(TRADE)
          .order('created_at', { ascending: false })
          .order('signal_id')
          .range(trades.length, trades.length + PAGE - 1),
      ) as unknown as StoredTrade[]
      trades.push(...page)
      if (page.length < PAGE) return trades
    }
  },
})
