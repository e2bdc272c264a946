// Owns the back-office's reads and writes of payouts, and the file used to send them.
import { queryOptions } from '@tanstack/react-query'
import type { WalletNetwork } from 'payments/wallet-network'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { ListResource } from '#lib/data/resource.ts'
import { hundredths } from '#lib/language/format.ts'
import { writeCsv } from '#ui/table/csv.ts'

export const PAYOUT_STATES = ['requested', 'approved', 'paid', 'failed', 'cancelled'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** `amount` is owed, in minor units of `currency`; `asset` is the asset that is sent. */
export type Payout = {
  id: string
  user_id: string
  /** Null once the account is deleted. */
  username: string | null
  email: string | null
  amount: number
  currency: string
  asset: string
  network: WalletNetwork
  address: string
  /** Whether the address has no checksum, so that a typing error would go undetected. */
  unprotected: boolean | null
  state: PayoutState
  batch_id: number | null
  requested_at: string
  approved_at: string | null
  closed_at: string | null
  transaction_hash: string | null
  reason: string | null
  referrals: number
  payers: number
  /** The member's balance apart from this payout; negative if more was refunded afterwards. */
  balance: number
  /** The number of other accounts that have ever used this address. */
  same_address: number
}

export const PAYOUTS: ListResource<Payout> = {
  name: 'office-payouts',
  list: async ({ filter: { state, batch }, after, most }) =>
    unwrap(
      await supabase.rpc('list_payouts', {
        ...(state ? { of_state: state } : {}),
        ...(batch ? { of_batch: Number(batch) } : {}),
        ...(after ? { before_at: after.requested_at, before_id: after.id } : {}),
        most,
      }),
    ) as Payout[],
}

/** Reads every payout of a batch, across all pages of the list. */
export const readBatch = async (of_batch: number): Promise<Payout[]> =>
  unwrap(await supabase.rpc('list_payouts', { of_batch, most: 501 })) as Payout[]

/** The amount sent for a closed payout, in its asset, and the rate; decimal texts. */
export const sentQuery = (id: string) =>
  queryOptions({
    queryKey: [PAYOUTS.name, 'sent', id],
    queryFn: async () =>
      unwrap(await supabase.from('payouts').select('sent::text,rate::text').eq('id', id).maybeSingle()) as {
        sent: string | null
        rate: string | null
      } | null,
  })

const STALE = [[PAYOUTS.name]] as const

export const useApprove = () =>
  useWrite(
    async (payout_ids: string[]) => unwrap(await supabase.rpc('approve_payouts', { payout_ids })),
    STALE,
  )
export const useClose = () =>
  useWrite(
    async (input: { payout_id: string; hash: string; sent: string; rate: string; known: boolean }) =>
      unwrap(await supabase.rpc('close_payout', input)),
    STALE,
  )
export const useFail = () =>
  useWrite(
    async (input: { payout_id: string; reason: string }) => unwrap(await supabase.rpc('fail_payout', input)),
    STALE,
  )

const HEADER = [
  'batch',
  'payout',
  'member',
  'amount',
  'currency',
  'asset',
  'network',
  'address',
  'requested_at',
]

/** The payouts as CSV for the sender; the column names are the same in every language. */
export function payoutsCsv(payouts: readonly Payout[], language: string): string {
  const rows = payouts.map(
    ({ id, batch_id, username, amount, currency, asset, network, address, requested_at }) => [
      batch_id,
      id,
      username,
      { decimal: hundredths(amount) },
      currency,
      asset,
      network,
      address,
      requested_at,
    ],
  )
  return writeCsv([HEADER, ...rows], language)
}
