// Owns the back-office's reads and writes of tax rates, commission rates and the rules of the referral programme.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { OWN_REFERRAL } from '#lib/money/own-referral.ts'

export type TaxRate = { country: string; rate: number; starts_on: string }
export type ReferralRate = { id: number; plan: string; percent: number; starts_at: string }
/** Amounts in minor units of `currency`. */
export type ReferralRules = {
  attribution_days: number
  commission_months: number
  hold_days: number
  payout_minimum: number
  wallet_hold_hours: number
  currency: string
}

const KEY = ['office-rates'] as const

export const ratesQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => {
    const [taxes, referral, rules] = await Promise.all([
      supabase
        .from('tax_rates')
        .select('country,rate,starts_on')
        .order('country')
        .order('starts_on', { ascending: false }),
      supabase
        .from('referral_rates')
        .select('id,plan,percent,starts_at')
        .order('plan')
        .order('starts_at', { ascending: false }),
      supabase
        .from('referral_settings')
        .select('attribution_days,commission_months,hold_days,payout_minimum,wallet_hold_hours,currency')
        .single(),
    ])
    return {
      taxes: unwrap(taxes) as TaxRate[],
      referral: unwrap(referral) as ReferralRate[],
      rules: unwrap(rules) as ReferralRules,
    }
  },
})

const STALE = [KEY, OWN_REFERRAL] as const

export const useAddTaxRate = () =>
  useWrite(async (row: TaxRate) => unwrap(await supabase.from('tax_rates').insert(row)), STALE)

export const useAddReferralRate = () =>
  useWrite(
    async (row: { plan: string; percent: number; starts_at?: string }) =>
      unwrap(await supabase.from('referral_rates').insert(row)),
    STALE,
  )

export const useSaveRules = () =>
  useWrite(async (rules: Omit<ReferralRules, 'currency'>) => {
    const saved = unwrap(
      await supabase.from('referral_settings').update(rules).eq('only_row', true).select('only_row'),
    )
    // Row-level security filters rows without an error: no row written means that the write was refused.
    if (saved.length === 0) throw { message: 'staff_needs_aal2' }
  }, STALE)
