// Provider events in the common form that SQL processes. Adapters translate into it; it is passed to PostgreSQL as JSON, so its
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

/** A payment method, as far as it may be displayed. `expires` is `YYYY-MM`. */
export type Method = { kind: 'card' | 'crypto' | 'other'; brand?: string; last4?: string; expires?: string }

export type ProviderEvent = {
  kind: (typeof EVENT_KINDS)[number]
  /** Our id. */
  checkout?: string
  /** The provider's id, like `customer`, `payment`, `refund` and `dispute`. */
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
  /** Stripe's card fingerprint, the same across customers; kept apart from `method`, which is displayed. */
  fingerprint?: string
  /** ISO 3166 country of the card's issuer: evidence of the holder's country. */
  card_country?: string
  reason?: string
  refund?: string
  /** Our id of the requested refund. */
  asked?: string
  dispute?: string
  due_by?: string
  cancel_at_period_end?: boolean
  /** Our id: a row of `plan_prices`. */
  price_id?: number
  next_try_at?: string
  /** The provider's page for paying the open amount or authenticating with the bank. */
  pay_url?: string
}

/** One event, processed once per id, however often it arrives. */
export type Told = { eventId: string; occurredAt: Date; event: ProviderEvent }
