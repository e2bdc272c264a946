// Owns what a member reads of their own referrals: the referral screen and the account show the same data.
import { queryOptions } from '@tanstack/react-query'
import type { WalletCurrency, WalletNetwork } from 'payments/wallet-network'
import { supabase } from '#lib/data/client.ts'
import { env } from '#lib/data/env.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Localized } from '#lib/language/localized.ts'
import { knownVisitor } from './referral-memory.ts'

export type OwnWallet = {
  currency: WalletCurrency
  network: WalletNetwork
  address: string
  saved_at: string
  /** When payouts to it begin. */
  usable_at: string
  unprotected: boolean
}

/** Amounts in minor units of `rules.currency`. */
export type OwnReferral = {
  /** False for staff, trials and suspended accounts. */
  allowed: boolean
  code: string | null
  rules: {
    attribution_days: number
    commission_months: number
    hold_days: number
    payout_minimum: number
    currency: string
    wallet_hold_hours: number
    rates: readonly { plan: string; name: Localized; percent: number }[]
  }
  funnel: { clicks: number; sign_ups: number; blocked: number; conversions: number }
  /** `due` is negative after a refund of something already paid out. */
  balance: { pending: number; due: number; frozen: number; paid: number }
  months: readonly { month: string; amount: number }[]
  wallet: OwnWallet | null
}

export const OWN_REFERRAL = ['own-referral'] as const

export const ownReferralQuery = queryOptions({
  queryKey: OWN_REFERRAL,
  queryFn: async () => {
    // The first read creates the code.
    const visitor = knownVisitor(Date.now())
    unwrap(await supabase.rpc('open_referral', visitor ? { visitor } : {}))
    return unwrap(await supabase.rpc('my_referral')) as unknown as OwnReferral
  },
})

export const referralLink = (code: string): string => `${env.publicUrl}/signup?ref=${code}`
