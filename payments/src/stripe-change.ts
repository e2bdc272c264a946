// Changes plan or period. Our SQL computes the amount due, to which the member agrees; Stripe prorates on its own, so the
// difference is added to the same invoice, whose total is then exactly the agreed amount.
import type Stripe from 'stripe'
import { type PlanChange, ProviderFailure } from './provider.ts'
import { priceAtStripe } from './stripe-catalog.ts'
import { idOf } from './stripe-client.ts'
import { scheduleChange, unscheduled } from './stripe-schedule.ts'
import { paymentOf } from './stripe-translate.ts'

/**
 * The page where the member authenticates with their bank; null if the change is complete or scheduled for the end of the period.
 */
export async function changePlan(stripe: Stripe, change: PlanChange, key: string): Promise<string | null> {
  const price = await priceAtStripe(stripe, change.price)
  if (change.takesEffect.when === 'period_end') {
    await scheduleChange(stripe, change, price, key)
    return null
  }
  await unscheduled(stripe, change.subscription, `${key}:release`)
  const { checkout, at, due } = change.takesEffect
  const current = await stripe.subscriptions.retrieve(change.subscription)
  const item = current.items.data[0]
  const customer = idOf(current.customer)
  if (!item || !customer) throw new ProviderFailure('no_item', { retry: false })
  // A retry after the change was made or requested.
  if (current.metadata.checkout === checkout) {
    if (idOf(item.price) === price) return null
    if (current.pending_update) return await awaited(stripe, current)
  }
  const proration = {
    items: [{ id: item.id, price }],
    proration_behavior: 'always_invoice' as const,
    proration_date: Math.floor(at.getTime() / 1000),
  }
  const preview = await stripe.invoices.createPreview({
    subscription: change.subscription,
    subscription_details: proration,
  })
  await difference(stripe, change, customer, checkout, due - preview.amount_due, key)
  // The invoice takes the order's number from the subscription, because a pending update cannot carry its own metadata
  // (docs.stripe.com/billing/subscriptions/pending-updates-reference).
  await stripe.subscriptions.update(
    change.subscription,
    { metadata: { ...current.metadata, checkout } },
    { idempotencyKey: `${key}:order` },
  )
  const changed = await stripe.subscriptions.update(
    change.subscription,
    // Without payment the change stays pending, for a day at most.
    { ...proration, payment_behavior: 'pending_if_incomplete' },
    { idempotencyKey: key },
  )
  return changed.pending_update ? await awaited(stripe, changed) : null
}

/** The page for bank authentication of a pending change. Throws when the bank declined. */
async function awaited(stripe: Stripe, { latest_invoice }: Stripe.Subscription): Promise<string> {
  const id = idOf(latest_invoice)
  if (id === null) throw new ProviderFailure('no_invoice', { retry: true })
  const invoice = await stripe.invoices.retrieve(id)
  const { awaitsBank, reason } = await paymentOf(stripe, id)
  if (!awaitsBank || !invoice.hosted_invoice_url) {
    throw new ProviderFailure(reason ?? 'card_declined', { retry: false })
  }
  return invoice.hosted_invoice_url
}

/** Abandons a pending change: voids its invoice, and deletes its invoice items so that no other invoice includes them. */
export async function dropChange(stripe: Stripe, subscription: string, checkout: string): Promise<void> {
  const current = await stripe.subscriptions.retrieve(subscription)
  const invoice = idOf(current.latest_invoice)
  if (current.pending_update && current.metadata.checkout === checkout && invoice !== null) {
    if ((await stripe.invoices.retrieve(invoice)).status === 'open')
      await stripe.invoices.voidInvoice(invoice)
  }
  const customer = idOf(current.customer)
  if (customer === null) return
  const { data } = await stripe.invoiceItems.list({ customer, pending: true, limit: 100 })
  for (const { id, metadata } of data) {
    if (metadata?.checkout === checkout) await stripe.invoiceItems.del(id)
  }
}

/** Adds the difference between Stripe's computation and ours as a pending invoice item: rounding, or part of a coupon. */
async function difference(
  stripe: Stripe,
  { subscription, price }: PlanChange,
  customer: string,
  checkout: string,
  amount: number,
  key: string,
): Promise<void> {
  // The preview already includes items from an earlier attempt.
  const { data: waiting } = await stripe.invoiceItems.list({ customer, pending: true, limit: 100 })
  if (amount === 0 || waiting.some(({ metadata }) => metadata?.checkout === checkout)) return
  await stripe.invoiceItems.create(
    {
      customer,
      subscription,
      amount,
      currency: price.currency.toLowerCase(),
      description: price.name,
      metadata: { checkout },
    },
    { idempotencyKey: `${key}:difference` },
  )
}
