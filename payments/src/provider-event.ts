// What a provider told us, in the one form that SQL knows. Adapters translate into it; it crosses to PostgreSQL as JSON, so its
// keys are those of `receive_provider_event`.
export const EVENT_KINDS = [
  'payment_pending',
  'payment_succeeded',
  'payment_failed',
  'subscription_changed',
  'subscription_ended',
  'refund_succeeded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'checkout_expired',
  'crypto_seen',
  'crypto_underpaid',
  'crypto_overpaid',
  'crypto_paid_late',
  'crypto_invalid',
] as const

/** How somebody pays, as far as it may be shown. `expires` is `YYYY-MM`. */
export type Method = { kind: 'card' | 'crypto' | 'other'; brand?: string; last4?: string; expires?: string }

export type ProviderEvent = {
  kind: (typeof EVENT_KINDS)[number]
  /** Ours. */
  checkout?: string
  /** The provider's, as are `customer`, `payment`, `refund` and `dispute`. */
  subscription?: string
  customer?: string
  payment?: string
  /** Minor units, tax included. */
  amount?: number
  /** ISO 4217, upper case. */
  currency?: string
  /** ISO 8601 times. */
  period_start?: string
  period_end?: string
  method?: Method
  /** The card as Stripe knows it, the same in every account; kept apart from `method`, which is shown. */
  fingerprint?: string
  /** ISO 3166, two letters: where the card was issued, as its provider says. Evidence of where its holder lives. */
  card_country?: string
  reason?: string
  refund?: string
  /** Ours: the refund that was asked for. */
  asked?: string
  dispute?: string
  due_by?: string
  cancel_at_period_end?: boolean
  /** Ours: a row of `plan_prices`. */
  price_id?: number
  next_try_at?: string
  /** The provider's page where what is unpaid is paid, or its bank is answered. */
  pay_url?: string
}

/** One fact: told once under its id, however often it arrives. */
export type Told = { eventId: string; occurredAt: Date; event: ProviderEvent }
