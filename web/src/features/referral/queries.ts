// Owns every read and write of the referral screen, except the member's own programme, which the account shows too
// (`#lib/money/own-referral.ts`).
import { queryOptions } from '@tanstack/react-query'
import type { WalletNetwork } from 'payments/wallet-network'
import { supabase } from '#lib/data/client.ts'
import { publicRpc } from '#lib/data/public-rpc.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { OWN_REFERRAL } from '#lib/money/own-referral.ts'

/** In minor units; `kept` is the part of `paid` that was not refunded, `amount` its commission. */
export type Commission = {
  id: string
  referral_number: number
  payment_number: number
  plan: string
  percent: number
  paid: number
  kept: number
  amount: number
  currency: string
  earned_at: string
  due_at: string
  voided_for: 'refund' | 'dispute' | 'blocked' | null
  disputed: boolean
}

export type Payout = {
  id: string
  amount: number
  currency: string
  asset: string
  network: WalletNetwork
  address: string
  state: 'requested' | 'approved' | 'paid' | 'failed' | 'cancelled'
  requested_at: string
  closed_at: string | null
  transaction_hash: string | null
  /** In the asset, and its price in the currency: decimal text, once it is paid. */
  sent: string | null
  rate: string | null
  reason: string | null
}

const STATEMENT = ['referral', 'statement'] as const
const PAYOUTS = ['referral', 'payouts'] as const
/** The newest ones; older ones are in the copy of the member's data. */
const MOST = 200

export const statementQuery = (userId: string) =>
  queryOptions({
    queryKey: [...STATEMENT, userId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('commissions')
          .select(
            'id,referral_number,payment_number,plan,percent,paid,kept,amount,currency,earned_at,due_at,voided_for,disputed',
          )
          .eq('user_id', userId)
          .order('earned_at', { ascending: false })
          .order('id')
          .limit(MOST),
      ) as Commission[],
  })

export const payoutsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PAYOUTS, userId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('payouts')
          .select(
            'id,amount,currency,asset,network,address,state,requested_at,closed_at,transaction_hash,sent::text,rate::text,reason',
          )
          .eq('user_id', userId)
          .order('requested_at', { ascending: false })
          .limit(MOST),
      ) as Payout[],
  })

export const useRequestPayout = () =>
  useWrite(async () => unwrap(await supabase.rpc('request_payout')), [OWN_REFERRAL, PAYOUTS])

export const useCancelPayout = () =>
  useWrite(async () => unwrap(await supabase.rpc('cancel_payout')), [OWN_REFERRAL, PAYOUTS])

/** The change that the link of a mail about a new address stops; null if the account is gone. */
export type WalletChange = {
  currency: string
  network: WalletNetwork
  address: string
  saved_at: string
  usable_at: string
  state: 'held' | 'stopped' | 'too_late'
} | null

const changeKey = (token: string) => ['referral', 'wallet-change', token] as const

export const walletChangeQuery = (token: string) =>
  queryOptions({
    queryKey: changeKey(token),
    queryFn: ({ signal }) => publicRpc<WalletChange>('wallet_change_state', { token }, signal),
  })

export const useStopWalletChange = (token: string) =>
  useWrite(
    () => publicRpc<WalletChange>('stop_wallet_change', { token }, AbortSignal.timeout(15_000)),
    [changeKey(token)],
  )
