// The one interface of a payment provider. An adapter speaks to its provider and translates; it decides nothing about a
// subscription and keeps no state: that is SQL's.
import type { Told } from './provider-event.ts'

export type ProviderName = 'stripe' | 'btcpay'
export type Period = 'month' | 'year'

/** A plan's price as the catalogue has it: never changed once it is written. */
export type PlanPrice = {
  /** Row of `plan_prices`. */
  id: number
  plan: string
  /** Shown by the provider. */
  name: string
  period: Period
  /** Minor units, tax included. */
  amount: number
  currency: string
}

/** What somebody agreed to pay. */
export type Order = {
  /** Our checkout's id, and the reference people see. */
  checkout: string
  reference: string
  member: string
  email: string | null
  /** Known from an earlier checkout. */
  customer: string | null
  price: PlanPrice
  /** The first payment in minor units; less than the price where a coupon was used. */
  total: number
  language: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

export type PlanChange = {
  subscription: string
  price: PlanPrice
  /** Now, for `due` (minor units) of an order of ours that was made `at` a moment; or when the period ends. */
  takesEffect: { when: 'now'; checkout: string; at: Date; due: number } | { when: 'period_end' }
}

/** `words` is what the provider shows beside it. */
export type RefundAsk = { refund: string; payment: string; amount: number; currency: string; words: string }

export type Opened = { reference: string; url: string; expiresAt: Date }
/** `url` where the member has to fetch the money themselves; `told` where the provider was done at once. */
export type Refunded = { reference: string; url: string | null; told: Told | null }

/**
 * Every call that changes something takes the command's idempotency key: asked twice, it is done once. All throw
 * ProviderFailure.
 */
export type Provider = {
  readonly name: ProviderName
  openCheckout(order: Order, key: string): Promise<Opened>
  /** Takes an order's page away before its time, where somebody could still pay on it. */
  closeCheckout(reference: string): Promise<void>
  /** At the end of the period that is paid, or at once. */
  cancel(subscription: string, when: 'period_end' | 'now', key: string): Promise<void>
  resume(subscription: string, key: string): Promise<void>
  /** The page where the member answers their bank, where it wants them to: the change is made once they have. */
  changePlan(change: PlanChange, key: string): Promise<string | null>
  /** Leaves nothing behind of a change that came to nothing: no open invoice, no difference that waits for another one. */
  dropChange(subscription: string, checkout: string): Promise<void>
  /** Tries again now what a subscription owes; what comes of it is told by events. */
  payOpen(subscription: string, key: string): Promise<void>
  /** Drops a change that waits for the period's end. */
  keepPlan(subscription: string, key: string): Promise<void>
  refund(ask: RefundAsk, key: string): Promise<Refunded>
  /** The provider's page where a member changes how they pay. */
  openPortal(subscription: string, returnUrl: string, key: string): Promise<string>
  /** What has become of an order, a subscription, and of refunds and disputes since a time: as events that may be known. */
  readCheckout(reference: string): Promise<Told[]>
  readSubscription(reference: string): Promise<Told[]>
  readRecent(since: Date): Promise<Told[]>
  readRefund(reference: string, payment: string, refund: string): Promise<Told[]>
  /** Verifies a webhook to the byte and translates it; null when it is true and nothing to us. Throws WebhookRefusal. */
  hear(body: Uint8Array, headers: Headers): Promise<Told | null>
}

/** Why a webhook is not believed, or is truly the provider's and of no use (`malformed`). `reason` is stored with it. */
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

/** A provider that did not do what it was asked. `retry`: another try may succeed; not before `afterMs`, where it said so. */
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
