// Owns the back-office's reads and writes of yearly renewal notices that were not sent.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { Localized } from '#lib/language/localized.ts'

export type UnsentNotice = {
  id: number
  user_id: string
  member_name: string | null
  email: string | null
  plan: Localized
  /** Minor units. */
  amount: number
  currency: string
  renews_on: string
  deadline: string
  why: 'no_address' | 'given_up' | 'waiting'
  /** The mail server's error. */
  error: string | null
}

export const unsentNoticesQuery = queryOptions({
  queryKey: ['office-unsent-notices'],
  queryFn: async () => unwrap(await supabase.rpc('unsent_notices')) as unknown as UnsentNotice[],
})

export const useResendNotice = () =>
  useWrite(
    async (notice: number) => unwrap(await supabase.rpc('resend_notice', { notice })),
    [unsentNoticesQuery.queryKey],
  )

export const useNoticeTold = () =>
  useWrite(
    async (told: { notice: number; words: string }) => unwrap(await supabase.rpc('note_notice_told', told)),
    [unsentNoticesQuery.queryKey],
  )
