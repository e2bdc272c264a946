// A member's own money as the database reports it: orders, the contract, and payment methods. The payment and the account
// read the same rows. Amounts are minor units, tax included unless the name says otherwise.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Period } from './plan.ts'

export type Means = 'card' | 'crypto'
export type PaymentProvider = 'stripe' | 'btcpay' | 'sandbox'

/** A payment method as far as it is known; `expires` is the card's last month, `2028-08`. */
export type PaymentMethod = { kind: Means; brand?: string; last4?: string; expires?: string }

/** A test card as typed. */
export type TestCard = { number: string; expires: string; cvc: string }

export type Checkout = {
  id: string
  reference: string
  plan: string
  period: Period
  means: Means
  provider: PaymentProvider
  kind: 'first' | 'renewal' | 'change' | 'method'
  net: number
  tax: number
  tax_rate: number
  total: number
  currency: string
  coupon: string | null
  terms_version: string
  waiver_version: string | null
  state: 'open' | 'waiting' | 'paid' | 'failed' | 'expired'
  failure: string | null
  provider_url: string | null
  expires_at: string
  created_at: string
}

export type Subscription = {
  id: string
  plan: string
  period: Period
  amount: number
  currency: string
  provider: PaymentProvider
  means: Means
  state: 'active' | 'past_due' | 'canceled' | 'expired'
  current_period_start: string
  current_period_end: string
  paid_until: string | null
  next_plan: string | null
  next_period: Period | null
  next_amount: number | null
  grace_until: string | null
  next_try_at: string | null
  method: PaymentMethod | null
  withdraw_until: string | null
  started_at: string | null
  ended_at: string | null
  ended_for: string | null
}

export type BillingDetails = {
  name: string
  address: string
  postcode: string
  city: string
  country: string
  vat_number: string | null
}

/** The rules of value-added tax: the first two charge it, the others say why not. */
export type TaxTreatment =
  | 'domestic'
  | 'one_stop_shop'
  | 'reverse_charge'
  | 'outside_business'
  | 'outside'
  | 'untaxed'
  | 'exempt'

/** What withdrawing now would refund. Days are counted in Paris, and only those that ended. */
export type WithdrawalQuote = {
  possible: boolean
  until: string | null
  currency: string
  paid: number
  used: number
  refund: number
  days_used: number
  days: number
}

/** The first element of the query keys that a payment may change. */
export const MONEY = ['money'] as const

export const meansQuery = queryOptions({
  queryKey: ['payment-means'],
  queryFn: async () =>
    unwrap(await supabase.rpc('payment_means')) as unknown as { means: Means; provider: PaymentProvider }[],
  staleTime: 5 * 60_000,
})

export type PendingOrder = Pick<
  Checkout,
  | 'id'
  | 'reference'
  | 'plan'
  | 'period'
  | 'means'
  | 'provider'
  | 'total'
  | 'currency'
  | 'state'
  | 'expires_at'
>

/** The member's order that waits for their payment, their bank or its confirmation; null without one. */
export const pendingOrderQuery = (userId: string) =>
  queryOptions({
    queryKey: [...MONEY, 'pending', userId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('checkouts')
          .select('id,reference,plan,period,means,provider,total,currency,state,expires_at')
          // Admins may read everybody's rows.
          .eq('user_id', userId)
          .in('kind', ['first', 'renewal', 'change'])
          .or(`state.eq.waiting,and(state.eq.open,expires_at.gt.${new Date().toISOString()})`)
          .order('created_at', { ascending: false })
          .limit(1)
          .maybeSingle(),
      ) as PendingOrder | null,
    staleTime: 0,
  })

export const billingDetailsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...MONEY, 'billing', userId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('billing_details')
          .select('name,address,postcode,city,country,vat_number')
          .eq('user_id', userId)
          .maybeSingle(),
      ) as BillingDetails | null,
  })

/** Today's tax rate of each country in percent; a missing country pays none. */
export const taxRatesQuery = queryOptions({
  queryKey: ['tax-rates'],
  queryFn: async () => {
    const rows = unwrap(
      await supabase
        .from('tax_rates')
        .select('country,rate')
        .lte('starts_on', new Date().toISOString().slice(0, 10))
        .order('starts_on'),
    ) as { country: string; rate: number }[]
    return new Map(rows.map(({ country, rate }) => [country, Number(rate)]))
  },
  staleTime: 60 * 60_000,
})

/** Refusals of the database and reasons of a failed payment that have a sentence of their own. */
const REFUSALS = [
  'account_is_ending',
  'address_required',
  'already_subscribed',
  'authentication_failed',
  'card_declined',
  'card_refused',
  'change_under_way',
  'checkout_expired',
  'country_wrong',
  'coupon_not_for_renewals',
  'coupon_unknown',
  'coupon_used',
  'expired_card',
  'expiry_wrong',
  'insufficient_funds',
  'means_not_offered',
  'name_missing',
  'no_subscription',
  'no_such_checkout',
  'not_a_member',
  'not_a_test_card',
  'not_with_crypto',
  'not_withdrawable',
  'nothing_to_change',
  'nothing_to_resume',
  'pay_first',
  'plan_not_on_sale',
  'price_moved',
  'renewed_already',
  'renews_as_it_is',
  'resume_first',
  'sandbox_is_off',
  'seller_incomplete',
  'terms_not_accepted',
  'too_many_checkouts',
  'too_many_coupons',
  'too_many_portals',
  'vat_number_wrong',
] as const
export type MoneyRefusal = (typeof REFUSALS)[number] | 'failed'

const known = (key: string | null | undefined): MoneyRefusal | null =>
  REFUSALS.find((refusal) => refusal === key) ?? null

/** The reason of a refusal, as a key of `refusals` in the payment's messages; for a refused card, the reason of the refusal. */
export function moneyRefusal(error: unknown): MoneyRefusal {
  const { message, details } = error as { message?: string; details?: string | null }
  return (message === 'card_refused' ? known(details) : null) ?? known(message) ?? 'failed'
}

/** The reason of a failed payment; a reason that only its provider knows counts as a declined card. */
export const failureOf = (failure: string | null): MoneyRefusal => known(failure) ?? 'card_declined'
