// Another plan or period. What is due is reckoned by our SQL and agreed to by the member; Stripe prorates by itself, so the difference
// goes onto the same invoice, whose total is then exactly what was agreed.
import Stripe from 'stripe'
import { type PlanChange, ProviderFailure } from './provider.ts'
import { priceAtStripe } from './stripe-catalog.ts'
import { idOf } from './stripe-client.ts'
import { scheduleChange, unscheduled } from './stripe-schedule.ts'

export async function changePlan(stripe: Stripe, change: PlanChange, key: string): Promise<void> {
  const price = await priceAtStripe(stripe, change.price)
  if (change.takesEffect.when === 'period_end') return await scheduleChange(stripe, change, price, key)
  await unscheduled(stripe, change.subscription, `${key}:release`)
  const { checkout, at, due } = change.takesEffect
  const current = await stripe.subscriptions.retrieve(change.subscription)
  const item = current.items.data[0]
  const customer = idOf(current.customer)
  if (!item || !customer) throw new ProviderFailure('no_item', { retry: false })
  // A second try after the change was made.
  if (current.metadata.checkout === checkout && idOf(item.price) === price) return
  const proration = {
    items: [{ id: item.id, price }],
    proration_behavior: 'always_invoice' as const,
    proration_date: Math.floor(at.getTime() / 1000),
  }
  const preview = await stripe.invoices.createPreview({
    subscription: change.subscription,
    subscription_details: proration,
  })
  const rest = await difference(stripe, change, customer, checkout, due - preview.amount_due, key)
  try {
    await stripe.subscriptions.update(
      change.subscription,
      // Without its payment the change is not made. The invoice takes the order's number from the subscription.
      { ...proration, metadata: { ...current.metadata, checkout }, payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: key },
    )
  } catch (error) {
    // Declined: the difference must not find its way onto a later invoice.
    if (rest && error instanceof Stripe.errors.StripeCardError) await stripe.invoiceItems.del(rest)
    throw error
  }
}

/** What is between Stripe's reckoning and ours, as an item that waits for the subscription's next invoice: cents, or a coupon's part. */
async function difference(
  stripe: Stripe,
  { subscription, price }: PlanChange,
  customer: string,
  checkout: string,
  amount: number,
  key: string,
): Promise<string | null> {
  // What waits from an earlier try is in the preview already.
  const { data: waiting } = await stripe.invoiceItems.list({ customer, pending: true, limit: 100 })
  const before = waiting.find(({ metadata }) => metadata?.checkout === checkout)
  if (before) return before.id
  if (amount === 0) return null
  const made = await stripe.invoiceItems.create(
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
  return made.id
}
