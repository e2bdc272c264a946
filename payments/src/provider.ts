// The interface of payment providers. An adapter calls its provider and translates; it keeps no state and decides nothing about
// subscriptions, which is SQL's task.
import type { Told } from './provider-event.ts'

export type ProviderName = 'stripe' | 'btcpay'
export type Period = 'month' | 'year'

/** A plan's price in the catalogue: immutable. */
export type PlanPrice = {
  /** Row of `plan_prices`. */
  id: number
  plan: string
  /** Displayed by the provider. */
  name: string
  period: Period
  /** Minor units, tax included. */
  amount: number
  currency: string
}

export type Order = {
  /** Our checkout's id, and the reference shown to people. */
  checkout: string
  reference: string
  member: string
  email: string | null
  /** From an earlier checkout. */
  customer: string | null
  price: PlanPrice
  /** The first payment in minor units; below the price when a coupon applies. */
  total: number
  language: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

export type PlanChange = {
  subscription: string
  price: PlanPrice
  /** Immediately, for `due` (minor units) of our order made at `at`; or at the end of the period. */
  takesEffect: { when: 'now'; checkout: string; at: Date; due: number } | { when: 'period_end' }
}

/** `words` is the description shown by the provider. */
export type RefundAsk = { refund: string; payment: string; amount: number; currency: string; words: string }

export type Opened = { reference: string; url: string; expiresAt: Date }
/** `url` if the member must claim the money; `told` if the refund is already complete. */
export type Refunded = { reference: string; url: string | null; told: Told | null }

/** Every modifying call takes the command's idempotency key, so that a repetition has no effect. All throw ProviderFailure. */
export type Provider = {
  readonly name: ProviderName
  openCheckout(order: Order, key: string): Promise<Opened>
  /** Closes an order's payment page before it expires. */
  closeCheckout(reference: string): Promise<void>
  /** At the end of the paid period, or immediately. */
  cancel(subscription: string, when: 'period_end' | 'now', key: string): Promise<void>
  resume(subscription: string, key: string): Promise<void>
  /** The page where the member authenticates with their bank, if required: the change takes effect afterwards. */
  changePlan(change: PlanChange, key: string): Promise<string | null>
  /** Removes the remains of an abandoned change: open invoices and pending invoice items. */
  dropChange(subscription: string, checkout: string): Promise<void>
  /** Retries the open payment of a subscription; events report the result. */
  payOpen(subscription: string, key: string): Promise<void>
  /** Cancels a change scheduled for the end of the period. */
  keepPlan(subscription: string, key: string): Promise<void>
  refund(ask: RefundAsk, key: string): Promise<Refunded>
  /** The provider's page where a member changes the payment method. */
  openPortal(subscription: string, returnUrl: string, key: string): Promise<string>
  /**
   * Reads the state of an order, of a subscription, and of refunds and disputes since a time, as events that may be known already.
   */
  readCheckout(reference: string): Promise<Told[]>
  readSubscription(reference: string): Promise<Told[]>
  readRecent(since: Date): Promise<Told[]>
  readRefund(reference: string, payment: string, refund: string): Promise<Told[]>
  /** Verifies a webhook's bytes and translates it; null for a valid but irrelevant one. Throws WebhookRefusal. */
  hear(body: Uint8Array, headers: Headers): Promise<Told | null>
}

/** Why a webhook is refused: not authentic, or authentic but unusable (`malformed`). `reason` is stored with it. */
export class WebhookRefusal extends Error {
  override name = 'WebhookRefusal'
  readonly reason:
    | 'signature_missing'
    | 'signature_wrong'
    | 'stale'
    | 'unreadable'
    | 'malformed'
    | 'other_store'
    | 'too_large'
  constructor(reason: WebhookRefusal['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** A failed provider command. `retry`: whether another attempt may succeed, after `afterMs` if given. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly code: string
  readonly retry: boolean
  readonly afterMs: number | null
  constructor(
    code: string,
    { retry, afterMs = null, cause }: { retry: boolean; afterMs?: number | null; cause?: unknown },
  ) {
    super(code, { cause })
    this.code = code
    this.retry = retry
    this.afterMs = afterMs
  }
}
