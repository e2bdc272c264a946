// Translates a verified Stripe event. If it only references an object, the object is fetched.
import type Stripe from 'stripe'
import type { ProviderEvent } from './provider-event.ts'
import { idOf } from './stripe-client.ts'
import {
  cardCountryOf,
  disputeEvent,
  fingerprintOf,
  type InvoicePaymentFacts,
  invoiceEvent,
  known,
  methodOf,
  periodLine,
  refundEvent,
  subscriptionEvent,
} from './stripe-objects.ts'

/** The events to subscribe to at Stripe. docs/operations.md has the same list. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

/** Null for an irrelevant event. */
export async function translate(stripe: Stripe, event: Stripe.Event): Promise<ProviderEvent | null> {
  switch (event.type) {
    case 'checkout.session.completed':
      return await sessionCompleted(stripe, event.data.object)
    case 'checkout.session.expired':
      return sessionEvent('checkout_expired', event.data.object)
    case 'checkout.session.async_payment_failed':
      return sessionEvent('payment_failed', event.data.object)
    case 'customer.subscription.updated': {
      // Reported only if the card is what changed.
      const { default_payment_method: before } = event.data.previous_attributes ?? {}
      return subscriptionEvent(
        before === undefined ? event.data.object : await withMethod(stripe, event.data.object),
      )
    }
    case 'customer.subscription.deleted':
      return subscriptionEvent(event.data.object)
    case 'customer.updated':
      return await methodChanged(stripe, event)
    case 'invoice.paid':
      return await invoiceFetched(stripe, 'payment_succeeded', event.data.object)
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return await invoiceFetched(stripe, 'payment_failed', event.data.object)
    case 'invoice.voided': {
      // For an order that waited for its bank; the contract itself reports a failed renewal.
      const given = await invoiceFetched(stripe, 'payment_failed', event.data.object)
      return given?.checkout ? given : null
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundEvent(event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return disputeEvent(event.data.object)
    default:
      return null
  }
}

/** An invoice with related data: its payment, the payment method or failure reason, and our price. */
export async function invoiceFetched(
  stripe: Stripe,
  kind: 'payment_succeeded' | 'payment_failed',
  invoice: Stripe.Invoice,
): Promise<ProviderEvent | null> {
  if (!invoice.parent?.subscription_details) return null
  const price = periodLine(invoice)?.pricing?.price_details?.price
  const [facts, ours] = await Promise.all([
    paymentOf(stripe, invoice.id),
    typeof price === 'string' ? stripe.prices.retrieve(price) : price,
  ])
  return invoiceEvent(kind, invoice, facts, ours)
}

export async function paymentOf(stripe: Stripe, invoice: string): Promise<InvoicePaymentFacts> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    limit: 1,
    expand: ['data.payment.payment_intent.payment_method'],
  })
  const intent = data[0]?.payment.payment_intent
  if (!intent || typeof intent === 'string')
    return {
      payment: intent ?? null,
      method: undefined,
      fingerprint: undefined,
      cardCountry: undefined,
      reason: undefined,
      awaitsBank: false,
    }
  const { last_payment_error: error } = intent
  const method = intent.payment_method ?? error?.payment_method
  return {
    payment: intent.id,
    method: methodOf(method),
    fingerprint: fingerprintOf(method),
    cardCountry: cardCountryOf(method),
    awaitsBank: intent.status === 'requires_action',
    reason:
      intent.status === 'requires_action'
        ? 'authentication_required'
        : (error?.decline_code ??
          error?.code ??
          (intent.status === 'canceled' ? 'not_confirmed' : undefined)),
  }
}

async function withMethod(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
  const method = subscription.default_payment_method
  if (typeof method !== 'string') return subscription
  return { ...subscription, default_payment_method: await stripe.paymentMethods.retrieve(method) }
}

/** Paid, or waiting for a slow payment method; the invoice reports the payment itself. */
async function sessionCompleted(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<ProviderEvent | null> {
  if (!session.metadata?.checkout) return null
  if (session.payment_status === 'unpaid') return sessionEvent('payment_pending', session)
  const id = idOf(session.subscription)
  if (id === null) return null
  return subscriptionEvent(await stripe.subscriptions.retrieve(id))
}

export function sessionEvent(
  kind: 'checkout_expired' | 'payment_failed' | 'payment_pending',
  session: Stripe.Checkout.Session,
): ProviderEvent | null {
  if (!session.metadata?.checkout) return null
  return known({
    kind,
    checkout: session.metadata.checkout,
    subscription: idOf(session.subscription),
    customer: idOf(session.customer),
    amount: kind === 'checkout_expired' ? undefined : session.amount_total,
    currency: kind === 'checkout_expired' ? undefined : session.currency?.toUpperCase(),
  })
}

/** In the portal a member changes the customer's payment method, which the active subscription follows. */
async function methodChanged(
  stripe: Stripe,
  event: Stripe.CustomerUpdatedEvent,
): Promise<ProviderEvent | null> {
  const before = event.data.previous_attributes as
    | { invoice_settings?: { default_payment_method?: unknown } }
    | undefined
  const method = event.data.object.invoice_settings?.default_payment_method
  if (before?.invoice_settings?.default_payment_method === undefined || !method) return null
  const { data } = await stripe.subscriptions.list({ customer: event.data.object.id, limit: 1 })
  const [running] = data
  if (!running) return null
  const full = typeof method === 'string' ? await stripe.paymentMethods.retrieve(method) : method
  return subscriptionEvent({ ...running, default_payment_method: full })
}
