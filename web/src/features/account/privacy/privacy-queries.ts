// Owns the reads and writes about the member's own data: copies, consents, and closing the account.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from 'mails/languages'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { storage } from '#lib/data/storage.ts'

export type DataExport = {
  id: string
  user_id: string
  state: 'waiting' | 'ready' | 'failed' | 'expired'
  expires_at: string | null
  parts: number | null
  bytes: number | null
}

export const EXPORT_KEY = ['account', 'export'] as const
/** How often the state of a copy in preparation is requested, in milliseconds. */
const ASK_EVERY_MS = 1500

/** The copy requested last; null if there was none. */
export const exportQuery = queryOptions({
  queryKey: EXPORT_KEY,
  queryFn: async () =>
    unwrap(
      await supabase
        .from('data_exports')
        .select('id,user_id,state,expires_at,parts,bytes')
        .order('requested_at', { ascending: false })
        .limit(1)
        .maybeSingle(),
    ) as DataExport | null,
  refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? ASK_EVERY_MS : false),
})

export const askForExport = async () => unwrap(await supabase.rpc('request_data_export'))

const LINK_SECONDS = 300

/** The address of a part of a copy, counted from 1. It is valid for five minutes; an old session gets none. */
export async function exportLink(
  { user_id, id }: DataExport,
  part: number,
  fileName: string,
): Promise<string> {
  const path = `${user_id}/${id}/${part}.zip`
  const { data, error } = await storage
    .from('exports')
    .createSignedUrl(path, LINK_SECONDS, { download: fileName })
  if (error) throw error
  return data.signedUrl
}

export type Consent = {
  id: number
  kind: 'risk_warning' | 'newsletter' | 'referral_memory'
  granted: boolean
  version: string
  locale: Language
  source: 'signup' | 'account' | 'unsubscribe'
  at: string
}

export const consentsQuery = queryOptions({
  queryKey: ['account', 'consents'],
  staleTime: 0,
  queryFn: async () =>
    unwrap(
      await supabase
        .from('consents')
        .select('id,kind,granted,version,locale,source,at')
        .order('id', { ascending: false }),
    ) as Consent[],
})

/** When the account is erased. By then all its sessions have ended, this one too. */
export const askForDeletion = async () => unwrap(await supabase.rpc('request_account_deletion'))

/** Commissions that were not paid out, in minor units; `minimum` is the smallest payout. */
export type CommissionAtStake = { due: number; pending: number; currency: string; minimum: number }

export const commissionAtStakeQuery = queryOptions({
  queryKey: ['commission-at-stake'],
  queryFn: async () => unwrap(await supabase.rpc('commission_at_stake')) as unknown as CommissionAtStake,
})
