// Owns the back-office's reads and writes of payments.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditEntry } from '#lib/data/audit.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { FileResource, ListResource } from '#lib/data/resource.ts'

export const STATES = [
  'succeeded',
  'pending',
  'failed',
  'partially_refunded',
  'refunded',
  'disputed',
  'lost',
] as const
export type PaymentState = (typeof STATES)[number]
export const PROVIDERS = ['stripe', 'btcpay', 'sandbox'] as const
export type Provider = (typeof PROVIDERS)[number]
export const MEANS = ['card', 'crypto'] as const

/** Why a referral earns nothing. */
type ReferralBlock =
  | 'own_mailbox'
  | 'own_phone'
  | 'own_browser'
  | 'own_payment_method'
  | 'returning'
  | 'staff'

export type Payment = {
  id: string
  user_id: string
  member_name: string | null
  email: string | null
  /** The reference of the order that it paid; null for a renewal. */
  reference: string | null
  provider: Provider
  provider_payment: string
  means: (typeof MEANS)[number]
  plan: string
  amount: number
  currency: string
  refunded: number
  country: string
  state: PaymentState
  failure: string | null
  created_at: string
  paid_at: string | null
  /** The deadline for answering an open dispute. */
  due_by: string | null
}

export type PaymentFile = Omit<
  Payment,
  'member_name' | 'email' | 'reference' | 'means' | 'plan' | 'refunded' | 'due_by'
> & {
  net: number
  tax: number
  surplus: number
  tax_rate: number
  method: { kind?: string; brand?: string; last4?: string } | null
  period_start: string | null
  period_end: string | null
  refundable: number
  /** The evidence of the member's country: the billing country, and the card's country if the provider reports it. */
  places: { billing: string; card: string | null; agree: boolean | null }
  /** Null once the account is erased. */
  member: { name: string; email: string | null } | null
  checkout: {
    reference: string
    kind: 'first' | 'renewal' | 'change' | 'method'
    coupon: string | null
    created_at: string
    total: number
  } | null
  contract: {
    plan: string
    period: 'month' | 'year'
    means: string
    state: string
    current_period_end: string
  }
  refunds: readonly {
    id: string
    amount: number
    net: number
    tax: number
    reason: 'withdrawal' | 'staff' | 'overpaid'
    state: 'asked' | 'succeeded' | 'failed'
    asked_by_name: string | null
    words: string | null
    at: string
    /** Where the member claims the refund, until they have. */
    claim_url: string | null
  }[]
  disputes: readonly {
    id: number
    amount: number
    state: 'open' | 'won' | 'lost'
    due_by: string | null
    at: string
  }[]
  access: readonly { starts_at: string; ends_at: string }[]
  events: readonly ProviderEvent[]
  entries: readonly {
    id: number
    fact: string
    account: string
    amount: number
    currency: string
    at: string
  }[]
  invoices: readonly {
    number: string
    kind: 'invoice' | 'credit_note'
    issued_at: string
    total: number
    test: boolean
  }[]
  referral: { referrer: string; name: string | null; blocked_for: ReferralBlock | null } | null
  commission: { percent: number; amount: number; due_at: string; voided_for: string | null } | null
}

export type ProviderEvent = {
  id: number
  provider: Provider
  event_id: string
  kind: string
  state: 'processed' | 'waiting' | 'refused'
  reason: string | null
  occurred_at: string
  received_at: string
  event: Readonly<Record<string, unknown>>
  raw: string | null
}

export const PAYMENTS: ListResource<Payment> = {
  name: 'office-payments',
  list: async ({ filter, after, most }) => {
    const { q, state, provider, means, plan, since, until } = filter
    return unwrap(
      await supabase.rpc('list_payments', {
        ...(q ? { query: q } : {}),
        ...(state ? { of_state: state } : {}),
        ...(provider ? { of_provider: provider } : {}),
        ...(means ? { of_means: means } : {}),
        ...(plan ? { of_plan: plan } : {}),
        ...(since ? { since } : {}),
        ...(until ? { until } : {}),
        ...(after ? { before_at: after.created_at, before_id: after.id } : {}),
        most,
      }),
    ) as Payment[]
  },
}

export const PAYMENT_FILES: FileResource<PaymentFile> = {
  name: 'office-payment-files',
  one: async (id) =>
    unwrap(await supabase.rpc('payment_file', { payment: id })) as unknown as PaymentFile | null,
}

/** The audit entries of a payment's refunds. `refunds` lists their ids, separated by commas. */
export const REFUND_TRAILS: ListResource<AuditEntry> = {
  name: 'office-refund-trails',
  list: async ({ filter: { refunds = '' }, after, most }) => {
    if (after || refunds === '') return []
    const trails = await Promise.all(
      refunds
        .split(',')
        .map(async (of_row) =>
          unwrap(await supabase.rpc('list_audit', { of_table: 'refunds', of_row, most })),
        ),
    )
    return (trails.flat() as AuditEntry[]).toSorted((one, other) => other.id - one.id)
  },
}

export const PROVIDER_EVENTS: ListResource<ProviderEvent> = {
  name: 'office-provider-events',
  list: async ({ filter: { state }, after, most }) =>
    unwrap(
      await supabase.rpc('list_provider_events', {
        ...(state ? { of_state: state } : {}),
        ...(after ? { before_id: after.id } : {}),
        most,
      }),
    ) as unknown as ProviderEvent[],
}

export const openDisputesQuery = queryOptions({
  queryKey: ['office-disputes'],
  queryFn: async () =>
    unwrap(await supabase.from('disputes').select('id,due_by').eq('state', 'open').order('due_by')) as {
      id: number
      due_by: string | null
    }[],
})

export type RefundPreview = {
  amount: number
  currency: string
  net: number
  tax: number
  country: string
  tax_rate: number
  left: number
  access_before: string | null
  access_after: string | null
  contract_before: string
  contract_after: string
  commission: { before: number; after: number } | null
}

export const refundPreviewQuery = (payment: string, amount: number | null) =>
  queryOptions({
    queryKey: ['office-refund-preview', payment, amount],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('preview_refund', { payment, amount: amount ?? 0 }),
      ) as unknown as RefundPreview,
    enabled: amount !== null && amount > 0,
    placeholderData: keepPreviousData,
    // Never cached: the effects of a refund depend on the exact time of the request.
    staleTime: 0,
    retry: false,
  })

export const useRefund = () =>
  useWrite(
    async (input: { payment: string; amount: number; words: string }) =>
      unwrap(await supabase.rpc('refund_payment', input)),
    [[PAYMENTS.name], [PAYMENT_FILES.name], [REFUND_TRAILS.name], ['office-revenue'], ['office-taxes']],
  )
