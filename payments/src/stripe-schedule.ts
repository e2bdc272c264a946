// Changes at the end of the period: a Stripe schedule with the current phase and the next one.
import type Stripe from 'stripe'
import { type PlanChange, ProviderFailure } from './provider.ts'
import { idOf } from './stripe-client.ts'

export async function scheduleChange(
  stripe: Stripe,
  change: PlanChange,
  price: string,
  key: string,
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(change.subscription)
  const item = subscription.items.data[0]
  if (!item) throw new ProviderFailure('no_item', { retry: false })
  const schedule =
    idOf(subscription.schedule) ??
    (
      await stripe.subscriptionSchedules.create(
        { from_subscription: subscription.id },
        { idempotencyKey: `${key}:schedule` },
      )
    ).id
  await stripe.subscriptionSchedules.update(
    schedule,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
        },
        { items: [{ price, quantity: 1 }], duration: { interval: change.price.period, interval_count: 1 } },
      ],
    },
    { idempotencyKey: key },
  )
}

/** Releases the subscription from its schedule. */
export async function unscheduled(stripe: Stripe, subscription: string, key: string): Promise<void> {
  const schedule = idOf((await stripe.subscriptions.retrieve(subscription)).schedule)
  if (schedule) await stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: key })
}
