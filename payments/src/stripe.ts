// Stripe: Checkout for the first payment, Billing for those that follow, the portal for the card. Our SQL computes amounts and tax;
// Stripe is told both and never computes tax, and an amount it would charge otherwise stops the command.
import type Stripe from 'stripe'
import { type Opened, type Order, type Provider, ProviderFailure } from './provider.ts'
import type { Told } from './provider-event.ts'
import type { StripeSettings } from './settings.ts'
import { discountOf, priceAtStripe } from './stripe-catalog.ts'
import { changePlan, dropChange } from './stripe-change.ts'
import { asked, createStripeClient, type StripeAccess } from './stripe-client.ts'
import { verified } from './stripe-hear.ts'
import { refundEvent } from './stripe-objects.ts'
import { payOpen } from './stripe-open-invoice.ts'
import { portalSession } from './stripe-portal.ts'
import { readCheckout, readRecent, readSubscription } from './stripe-read.ts'
import { unscheduled } from './stripe-schedule.ts'
import { translate } from './stripe-translate.ts'

/** Stripe lets a page end between 30 minutes and 24 hours after it is made; ours ends a little before its order. */
const SHORTEST_MS = 30 * 60_000
const BEFORE_ORDER_MS = 5 * 60_000

export type StripeOptions = StripeAccess & { now: () => number }

export function createStripe(settings: StripeSettings, options: StripeOptions): Provider {
  const stripe = createStripeClient(settings, options)
  const { now } = options
  return {
    name: 'stripe',
    openCheckout: (order, key) => asked(() => openCheckout(stripe, order, key, now())),
    closeCheckout: (reference) =>
      asked(async () => {
        const { status } = await stripe.checkout.sessions.retrieve(reference)
        if (status === 'open') await stripe.checkout.sessions.expire(reference)
      }),
    cancel: (subscription, when, key) =>
      asked(async () => {
        await unscheduled(stripe, subscription, `${key}:release`)
        if (when === 'now') await stripe.subscriptions.cancel(subscription, {}, { idempotencyKey: key })
        else await setCancel(stripe, subscription, true, key)
      }),
    resume: (subscription, key) =>
      asked(async () => {
        await setCancel(stripe, subscription, false, key)
      }),
    changePlan: (change, key) => asked(() => changePlan(stripe, change, key)),
    dropChange: (subscription, checkout) => asked(() => dropChange(stripe, subscription, checkout)),
    payOpen: (subscription, key) => asked(() => payOpen(stripe, subscription, key)),
    keepPlan: (subscription, key) => asked(() => unscheduled(stripe, subscription, key)),
    refund: ({ refund, payment, amount }, key) =>
      asked(async () => {
        const made = await stripe.refunds.create(
          { payment_intent: payment, amount, reason: 'requested_by_customer', metadata: { refund } },
          { idempotencyKey: key },
        )
        return { reference: made.id, url: null, told: toldRefund(made) }
      }),
    openPortal: (subscription, returnUrl, key) =>
      asked(() => portalSession(stripe, subscription, returnUrl, key)),
    readCheckout: (reference) => asked(() => readCheckout(stripe, reference, now())),
    readSubscription: (reference) => asked(() => readSubscription(stripe, reference, now())),
    readRecent: (since) => asked(() => readRecent(stripe, since, now())),
    readRefund: (reference) =>
      asked(async () => {
        const told = toldRefund(await stripe.refunds.retrieve(reference))
        return told ? [told] : []
      }),
    async hear(body, headers): Promise<Told | null> {
      const header = headers.get('stripe-signature')
      const event = await verified(stripe, body, header, settings.webhookSecrets, now())
      const translated = await asked(() => translate(stripe, event))
      return (
        translated && { eventId: event.id, occurredAt: new Date(event.created * 1000), event: translated }
      )
    },
  }
}

/** A refund's end has one id however it is learnt. */
function toldRefund(refund: Stripe.Refund): Told | null {
  const event = refundEvent(refund)
  return (
    event && {
      eventId: `read:${refund.id}:${refund.status}`,
      occurredAt: new Date(refund.created * 1000),
      event,
    }
  )
}

async function openCheckout(stripe: Stripe, order: Order, key: string, now: number): Promise<Opened> {
  const price = await priceAtStripe(stripe, order.price)
  const discounts = await discountOf(stripe, order.price, order.total, key)
  const metadata = { checkout: order.checkout, member: order.member }
  // Of the order's time alone: tried again, the request must be the same, or Stripe makes a second page.
  const endsAt = order.expiresAt.getTime() - BEFORE_ORDER_MS
  if (endsAt - now < SHORTEST_MS) throw new ProviderFailure('too_late', { retry: false })
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      ...(discounts.length > 0 && { discounts }),
      client_reference_id: order.checkout,
      metadata,
      subscription_data: { metadata, description: order.reference },
      ...(order.customer ? { customer: order.customer } : order.email ? { customer_email: order.email } : {}),
      automatic_tax: { enabled: false },
      locale: LOCALES.includes(order.language) ? order.language : 'auto',
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      expires_at: Math.floor(endsAt / 1000),
    },
    { idempotencyKey: key },
  )
  if (!session.url) throw new ProviderFailure('no_address', { retry: true })
  if (session.amount_total !== order.total) {
    await stripe.checkout.sessions.expire(session.id)
    throw new ProviderFailure('amount_differs', { retry: false })
  }
  return { reference: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) }
}

async function setCancel(stripe: Stripe, subscription: string, cancel: boolean, key: string): Promise<void> {
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: cancel }, { idempotencyKey: key })
}

/** Languages of Stripe's pages (docs.stripe.com/js/appendix/supported_locales); another one is the browser's. */
const LOCALES =
  'bg cs da de el en es et fi fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(
    ' ',
  )
