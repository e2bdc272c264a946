// Owns every read and write of an order. `read_checkout()` has the truth about one, never the address.
import { queryOptions } from '@tanstack/react-query'
import type { CryptoInvoice } from 'payments/crypto-invoice'
import { supabase } from '#lib/data/client.ts'
import { edgeFunctions } from '#lib/data/edge-functions.ts'
import { unwrap } from '#lib/data/query.ts'
import {
  type BillingDetails,
  type Checkout,
  type Means,
  MONEY,
  type PaymentMethod,
  type Subscription,
  type TaxTreatment,
  type TestCard,
} from '#lib/money/money.ts'
import type { Period, Plan } from '#lib/money/plan.ts'

/** Today's price of a plan in a country. */
export type Quote = {
  net: number
  tax: number
  /** In percent. */
  tax_rate: number
  total: number
  currency: string
  discount: number
  /** The accepted coupon. */
  coupon: string | null
  /** Why a coupon was refused; the price is then the one without it. */
  coupon_refusal?: 'coupon_unknown' | 'coupon_used' | 'coupon_not_for_renewals' | 'too_many_coupons'
  renews_at: string
  renewal_total: number
  withdraw_until: string
  /** The rule of value-added tax for this buyer. */
  treatment: TaxTreatment
  /** Whether a number has the format of that country; null without one. */
  vat_number_fits: boolean | null
}

export type ChangeQuote = {
  takes_effect: 'now' | 'period_end'
  at: string
  credit: number
  charge: number
  due: number
  currency: string
  renewal_total: number
  renews_at?: string
  /** In percent; null until the billing country is known. */
  tax_rate: number | null
}

export type CheckoutState = {
  checkout: Checkout
  steps: { kind: string; at: string }[]
  subscription: Subscription | null
  payment: {
    amount: number
    currency: string
    state: string
    surplus: number
    method: PaymentMethod | null
    paid_at: string | null
  } | null
  invoice: { id?: string; number: string } | null
}

export const quoteQuery = (
  plan: string,
  period: Period,
  { country, vat_number }: Pick<BillingDetails, 'country' | 'vat_number'>,
  coupon: string,
) =>
  queryOptions({
    queryKey: ['quote', plan, period, country, vat_number, coupon],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('quote_checkout', {
          plan,
          period,
          country,
          ...(vat_number ? { vat_number } : {}),
          ...(coupon ? { coupon } : {}),
        }),
      ) as unknown as Quote,
    retry: false,
  })

export const changeQuoteQuery = (plan: string, period: Period) =>
  queryOptions({
    queryKey: [...MONEY, 'change', plan, period],
    queryFn: async () =>
      unwrap(await supabase.rpc('quote_change' as never, { plan, period } as never)) as ChangeQuote,
    retry: false,
  })

/** The current contract; null without one. */
export const runningQuery = (userId: string) =>
  queryOptions({
    queryKey: [...MONEY, 'running', userId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('subscriptions')
          .select('*')
          // Admins may read everybody's rows.
          .eq('user_id', userId)
          .in('state', ['active', 'past_due', 'canceled'])
          .maybeSingle(),
      ) as unknown as Subscription | null,
  })

/**
 * A contract's plan at the contract's own price: it renews at that price, whether or not it is still on sale and whatever it
 * costs now.
 */
export const contractPlanQuery = (contract: Pick<Subscription, 'plan' | 'period' | 'amount' | 'currency'>) =>
  queryOptions({
    queryKey: [...MONEY, 'contract-plan', contract.plan, contract.period, contract.amount, contract.currency],
    queryFn: async () => {
      const plan = unwrap(
        await supabase
          .from('plans')
          .select('slug,tier,name,pitch,every_lesson,allowances,export_months,downloads')
          .eq('slug', contract.plan)
          .single(),
      ) as unknown as Omit<Plan, 'prices'>
      const { period, amount, currency } = contract
      return { ...plan, prices: [{ period, amount, currency, demonstration: false }] } satisfies Plan
    },
  })

/** How often a waiting order is requested again, in milliseconds; the realtime channel only makes it faster. */
const ASK_EVERY_MS = 2000

export const checkoutQuery = (id: string) =>
  queryOptions({
    queryKey: [...MONEY, 'checkout', id],
    queryFn: () => readCheckout(id),
    refetchInterval: ({ state }) =>
      state.data && !['open', 'waiting'].includes(state.data.checkout.state) ? false : ASK_EVERY_MS,
    retry: false,
  })

export const readCheckout = async (id: string) =>
  unwrap(await supabase.rpc('read_checkout', { id })) as unknown as CheckoutState

const ASK_INVOICE_EVERY_MS = 5000

/** Where and how much to send for a crypto order, read from the payment server anew each time; null until it has the order. */
export const cryptoInvoiceQuery = (id: string) =>
  queryOptions({
    queryKey: [...MONEY, 'crypto-invoice', id],
    queryFn: async () => {
      const { data, error, response } = await edgeFunctions.invoke<CryptoInvoice>('crypto-invoice', {
        body: { checkout: id },
      })
      if (response?.status === 409) return null
      if (error) throw error
      return data
    },
    refetchInterval: ASK_INVOICE_EVERY_MS,
    retry: 1,
    staleTime: 0,
    gcTime: 0,
  })

export type Order = {
  plan: string
  period: Period
  means: Means
  details: BillingDetails
  terms_version: string
  /** The price shown on the screen, in minor units; if it has changed, the order is refused with `price_moved`. */
  expected_total: number
  waiver_version: string | null
  coupon: string | null
  idempotency_key: string
}

export const openCheckout = async ({ waiver_version, coupon, details, ...order }: Order) =>
  unwrap(
    await supabase.rpc('open_checkout', {
      ...order,
      details: { ...details, vat_number: details.vat_number ?? '' },
      ...(waiver_version ? { waiver_version } : {}),
      ...(coupon ? { coupon } : {}),
    }),
  ) as unknown as Checkout

export const payWithTestCard = async (checkout: string, card: TestCard) =>
  unwrap(await supabase.rpc('sandbox_pay', { checkout, card })) as unknown as CheckoutState

export const answerBank = async (checkout: string, accepted: boolean) =>
  unwrap(await supabase.rpc('sandbox_authenticate', { checkout, accepted })) as unknown as CheckoutState

export type CryptoOutcome = 'seen' | 'paid' | 'underpaid' | 'overpaid' | 'late' | 'expired'

export const playCrypto = async (checkout: string, outcome: CryptoOutcome) =>
  unwrap(await supabase.rpc('sandbox_crypto', { checkout, outcome })) as unknown as CheckoutState

export const changePlan = async (plan: string, period: Period, due: number, terms_version: string) =>
  unwrap(await supabase.rpc('change_subscription', { plan, period, due, terms_version })) as unknown as {
    takes_effect: 'now' | 'period_end'
    checkout: Checkout | null
    subscription: Subscription
  }
