// Owns the reads and writes of the subscription tab. It shows what the database says of the contract, and reads again
// whenever the channel reports a change.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import {
  type BillingDetails,
  type Checkout,
  MONEY,
  type PaymentMethod,
  type Subscription,
  type TaxTreatment,
  type TestCard,
  type WithdrawalQuote,
} from '#lib/money/money.ts'
import type { Period, Plan } from '#lib/money/plan.ts'
import { TERMS_VERSION } from '#lib/site/terms-version.ts'

export type OwnSubscription = {
  tier: 'freemium' | 'premium'
  /** The current contract, or the last one; null if there never was one. */
  subscription: Subscription | null
  plan: Omit<Plan, 'prices'> | null
  next_charge: { at: string; amount: number; currency: string } | null
  /** Where an unpaid amount can be paid with any card; null if nothing is unpaid, or the provider has no such page. */
  pay_page: string | null
  /** The bank only needs the card's holder to confirm the payment. */
  bank_asks: boolean | null
  method: PaymentMethod | null
  billing: BillingDetails | null
  /** The rule and rate, in percent, of the tax on the next invoices. */
  tax: { treatment: TaxTreatment; rate: number } | null
  withdrawal: WithdrawalQuote | null
}

export type MoneyLine = {
  at: string
  kind: string
  amount: number | null
  currency: string | null
  details: Record<string, unknown>
  to_come: boolean
}

export const ownSubscriptionQuery = queryOptions({
  queryKey: [...MONEY, 'own'],
  queryFn: async () => unwrap(await supabase.rpc('my_subscription')) as unknown as OwnSubscription,
})

export const moneyLineQuery = queryOptions({
  queryKey: [...MONEY, 'line'],
  queryFn: async () => unwrap(await supabase.rpc('billing_timeline')) as unknown as MoneyLine[],
})

export const useCancel = () =>
  useWrite(async () => unwrap(await supabase.rpc('cancel_subscription')), [MONEY])

export const useResume = () =>
  useWrite(async () => unwrap(await supabase.rpc('resume_subscription')), [MONEY])

/** Chooses the current plan again, which drops a scheduled change. */
export const useKeepPlan = () =>
  useWrite(
    async ({ plan, period }: { plan: string; period: Period }) =>
      unwrap(
        await supabase.rpc('change_subscription', { plan, period, due: 0, terms_version: TERMS_VERSION }),
      ),
    [MONEY],
  )

export const useTestCard = () =>
  useWrite(async (card: TestCard) => unwrap(await supabase.rpc('change_payment_method', { card })), [MONEY])

export const useBillingDetails = () =>
  useWrite(
    async (details: BillingDetails) =>
      unwrap(
        await supabase.rpc('save_billing_details', {
          details: { ...details, vat_number: details.vat_number ?? '' },
        }),
      ),
    [MONEY],
  )

/** How long to wait for the provider's page, in milliseconds. */
const PATIENCE_MS = 20_000
const ASK_EVERY_MS = 700

/** The address of the provider's page for changing the card; null if it takes too long. */
export async function portalAddress(): Promise<string | null> {
  const { id } = unwrap(await supabase.rpc('open_payment_portal')) as unknown as Checkout
  for (let waited = 0; waited < PATIENCE_MS; waited += ASK_EVERY_MS) {
    const { checkout } = unwrap(await supabase.rpc('read_checkout', { id })) as unknown as {
      checkout: Checkout
    }
    if (checkout.provider_url) return checkout.provider_url
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
  return null
}
