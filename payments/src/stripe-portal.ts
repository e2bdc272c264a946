// Stripe's customer portal, for the card only: plans, cancellations and invoices are in our own interface.
import type Stripe from 'stripe'
import { ProviderFailure } from './provider.ts'
import { idOf } from './stripe-client.ts'

export async function portalSession(
  stripe: Stripe,
  subscription: string,
  returnUrl: string,
  key: string,
): Promise<string> {
  const found = await stripe.subscriptions.retrieve(subscription)
  const customer = idOf(found.customer)
  if (customer === null) throw new ProviderFailure('no_customer', { retry: false })
  const method = idOf(found.default_payment_method)
  if (method) {
    // The portal changes the customer's default method, which a subscription with its own would ignore.
    await stripe.customers.update(
      customer,
      { invoice_settings: { default_payment_method: method } },
      { idempotencyKey: `${key}:customer` },
    )
    await stripe.subscriptions.update(
      subscription,
      { default_payment_method: '' },
      { idempotencyKey: `${key}:subscription` },
    )
  }
  const session = await stripe.billingPortal.sessions.create(
    {
      customer,
      configuration: await configuration(stripe),
      return_url: returnUrl,
      flow_data: { type: 'payment_method_update' },
    },
    { idempotencyKey: key },
  )
  return session.url
}

async function configuration(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const ours = data.find(({ metadata }) => metadata?.vigie === 'card')
  if (ours) return ours.id
  const made = await stripe.billingPortal.configurations.create(
    { features: { payment_method_update: { enabled: true } }, metadata: { vigie: 'card' } },
    { idempotencyKey: 'vigie_portal_card' },
  )
  return made.id
}
