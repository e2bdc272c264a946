// Reads Stripe's current state as events that may have been missed. Ids are derived from the state, so a second reading adds
// nothing.
import type Stripe from 'stripe'
import type { ProviderEvent, Told } from './provider-event.ts'
import { idOf } from './stripe-client.ts'
import { disputeEvent, refundEvent, subscriptionEvent } from './stripe-objects.ts'
import { invoiceFetched, sessionEvent } from './stripe-translate.ts'

/** How many invoices of a subscription to read: more than a year of months. */
const INVOICES = 14

export async function readCheckout(stripe: Stripe, reference: string, now: number): Promise<Told[]> {
  const session = await stripe.checkout.sessions.retrieve(reference)
  const subscription = idOf(session.subscription)
  if (session.status === 'complete' && subscription) return await readSubscription(stripe, subscription, now)
  if (session.status !== 'expired') return []
  const event = sessionEvent('checkout_expired', session)
  return told(`read:${session.id}:expired`, session.expires_at, event)
}

export async function readSubscription(stripe: Stripe, reference: string, now: number): Promise<Told[]> {
  const [subscription, invoices] = await Promise.all([
    stripe.subscriptions.retrieve(reference, { expand: ['default_payment_method'] }),
    stripe.invoices.list({ subscription: reference, limit: INVOICES }),
  ])
  const events = await Promise.all(invoices.data.map((invoice) => readInvoice(stripe, invoice)))
  const at = Math.floor(now / 1000)
  return [
    ...events.flat(),
    ...(subscription.ended_at
      ? told(`read:${subscription.id}:ended`, subscription.ended_at, subscriptionEvent(subscription))
      : told(`read:${subscription.id}:${at}`, at, subscriptionEvent(subscription))),
  ]
}

async function readInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<Told[]> {
  if (invoice.status === 'paid') {
    const event = await invoiceFetched(stripe, 'payment_succeeded', invoice)
    return told(`read:${invoice.id}:paid`, invoice.status_transitions.paid_at ?? invoice.created, event)
  }
  // An unsuccessful attempt; each attempt is an event.
  if (invoice.status !== 'open' || !invoice.attempted) return []
  const event = await invoiceFetched(stripe, 'payment_failed', invoice)
  const at = invoice.status_transitions.finalized_at ?? invoice.created
  return told(`read:${invoice.id}:failed:${invoice.attempt_count}`, at, event)
}

/** Refunds and disputes, including those started in Stripe's dashboard. */
export async function readRecent(stripe: Stripe, since: Date, now: number): Promise<Told[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const found: Told[] = []
  // A result without its own timestamp gets the time of the reading, never before the start.
  const at = Math.floor(now / 1000)
  for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
    const event = refundEvent(refund)
    const end = event?.kind === 'refund_failed' ? at : refund.created
    found.push(...told(`read:${refund.id}:${refund.status}`, end, event))
  }
  for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
    const event = disputeEvent(dispute)
    const end = event?.kind === 'dispute_opened' ? dispute.created : at
    found.push(...told(`read:${dispute.id}:${event?.kind}`, end, event))
  }
  return found
}

function told(eventId: string, seconds: number, event: ProviderEvent | null): Told[] {
  return event ? [{ eventId, occurredAt: new Date(seconds * 1000), event }] : []
}
