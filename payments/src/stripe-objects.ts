// Translates Stripe objects to events, for webhooks and readings alike: the same state gives the same event.
import type Stripe from 'stripe'
import type { Method, ProviderEvent } from './provider-event.ts'
import { planPriceOf } from './stripe-catalog.ts'
import { idOf } from './stripe-client.ts'

const time = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Omits unknown fields: SQL does not distinguish `undefined` and `null`. */
export function known(
  event: { [K in keyof ProviderEvent]?: ProviderEvent[K] | null | undefined } & Pick<ProviderEvent, 'kind'>,
) {
  return Object.fromEntries(
    Object.entries(event).filter(([, value]) => value !== undefined && value !== null),
  ) as ProviderEvent
}

export function methodOf(method: string | Stripe.PaymentMethod | null | undefined): Method | undefined {
  if (!method || typeof method === 'string') return undefined
  const { card } = method
  if (!card) return { kind: 'other', brand: method.type }
  const expires = `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`
  return { kind: 'card', brand: card.brand, last4: card.last4, expires }
}

/** Stripe's fingerprint of a card, the same for all customers; undefined for other methods. */
export function fingerprintOf(method: string | Stripe.PaymentMethod | null | undefined): string | undefined {
  return typeof method === 'string' ? undefined : (method?.card?.fingerprint ?? undefined)
}

/** The country of a card's issuer; undefined for other methods and when unknown. */
export function cardCountryOf(method: string | Stripe.PaymentMethod | null | undefined): string | undefined {
  return typeof method === 'string' ? undefined : (method?.card?.country ?? undefined)
}

/** An active or ended subscription, with its scheduled cancellation and the price of the next period. */
export function subscriptionEvent(subscription: Stripe.Subscription): ProviderEvent {
  const item = subscription.items.data[0]
  const ended = subscription.status === 'canceled' || subscription.status === 'incomplete_expired'
  return known({
    kind: ended ? 'subscription_ended' : 'subscription_changed',
    subscription: subscription.id,
    customer: idOf(subscription.customer),
    checkout: subscription.metadata?.checkout,
    reason: ended ? (subscription.cancellation_details?.reason ?? subscription.status) : undefined,
    cancel_at_period_end: ended ? undefined : subscription.cancel_at_period_end,
    price_id: planPriceOf(item?.price),
    period_start: item && time(item.current_period_start),
    period_end: item && time(item.current_period_end),
    method: methodOf(subscription.default_payment_method),
  })
}

/** The first invoice, or that of an immediate change. */
const ORDERED: readonly string[] = ['subscription_create', 'subscription_update']

export type InvoicePaymentFacts = {
  payment: string | null
  method: Method | undefined
  fingerprint: string | undefined
  cardCountry: string | undefined
  reason: string | undefined
  /** The bank requires the customer to authenticate. */
  awaitsBank: boolean
}

/**
 * A paid or unpaid invoice of a subscription; null for other invoices. `checkout` is set for ordered invoices only, although
 * renewals carry it too in the subscription's metadata.
 */
export function invoiceEvent(
  kind: 'payment_succeeded' | 'payment_failed',
  invoice: Stripe.Invoice,
  { payment, method, fingerprint, cardCountry, reason, awaitsBank }: InvoicePaymentFacts,
  price: Stripe.Price | undefined,
): ProviderEvent | null {
  const details = invoice.parent?.subscription_details
  if (!details) return null
  const line = periodLine(invoice)
  const checkout = ORDERED.includes(invoice.billing_reason ?? '') ? details.metadata?.checkout : undefined
  const unpaid = kind === 'payment_failed' && invoice.status === 'open'
  return known({
    // The buyer of an order can authenticate right away, so it is pending; a renewal has failed until they do.
    kind: unpaid && awaitsBank && checkout ? 'payment_pending' : kind,
    subscription: idOf(details.subscription),
    customer: idOf(invoice.customer),
    checkout,
    payment: payment ?? invoice.id,
    amount: kind === 'payment_succeeded' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    period_start: line && time(line.period.start),
    period_end: line && time(line.period.end),
    price_id: planPriceOf(price),
    method,
    fingerprint,
    card_country: cardCountry,
    reason,
    pay_url: unpaid ? invoice.hosted_invoice_url : undefined,
    next_try_at:
      kind === 'payment_failed' && invoice.next_payment_attempt
        ? time(invoice.next_payment_attempt)
        : undefined,
  })
}

/** The line that charges for a period; a proration credits the previous price with a negative line. */
export function periodLine(invoice: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  const lines = invoice.lines.data.filter((line) => line.parent?.type === 'subscription_item_details')
  return lines.findLast((line) => line.amount > 0) ?? lines.at(-1)
}

/** Null while pending. */
export function refundEvent(refund: Stripe.Refund): ProviderEvent | null {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  if (!failed && refund.status !== 'succeeded') return null
  return known({
    kind: failed ? 'refund_failed' : 'refund_succeeded',
    refund: refund.id,
    payment: idOf(refund.payment_intent),
    amount: refund.amount,
    currency: refund.currency.toUpperCase(),
    asked: refund.metadata?.refund,
    reason: failed ? (refund.failure_reason ?? refund.status) : undefined,
  })
}

/** Null for an inquiry, which moves no money. */
export function disputeEvent(dispute: Stripe.Dispute): ProviderEvent | null {
  const kind =
    dispute.status === 'won' ? 'dispute_won' : dispute.status === 'lost' ? 'dispute_lost' : 'dispute_opened'
  if (kind === 'dispute_opened' && !['needs_response', 'under_review'].includes(dispute.status)) return null
  const due = dispute.evidence_details?.due_by
  return known({
    kind,
    dispute: dispute.id,
    payment: idOf(dispute.payment_intent),
    amount: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    due_by: due ? time(due) : undefined,
  })
}
