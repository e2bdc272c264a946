// Our prices at Stripe: found by lookup key, made when they are first sold. A price of ours never changes, so neither does its copy.
import type Stripe from 'stripe'
import { type PlanPrice, ProviderFailure } from './provider.ts'

/** The id of Stripe's price for one of ours. Throws ProviderFailure `price_differs` where somebody made it otherwise. */
export async function priceAtStripe(stripe: Stripe, price: PlanPrice): Promise<string> {
  const key = `vigie_price_${price.id}`
  const { data } = await stripe.prices.list({ lookup_keys: [key], limit: 1 })
  const found = data[0] ?? (await makePrice(stripe, price, key))
  const same =
    found.unit_amount === price.amount &&
    found.currency === price.currency.toLowerCase() &&
    found.recurring?.interval === price.period &&
    found.recurring.interval_count === 1
  if (!same) throw new ProviderFailure('price_differs', { retry: false })
  return found.id
}

async function makePrice(stripe: Stripe, price: PlanPrice, key: string): Promise<Stripe.Price> {
  return await stripe.prices.create(
    {
      currency: price.currency.toLowerCase(),
      unit_amount: price.amount,
      recurring: { interval: price.period },
      tax_behavior: 'inclusive',
      lookup_key: key,
      metadata: { price_id: String(price.id), plan: price.plan },
      product_data: { name: price.name, metadata: { plan: price.plan } },
    },
    { idempotencyKey: key },
  )
}

/** A coupon for one checkout: what SQL took off its first payment, once. */
export async function discountOf(
  stripe: Stripe,
  price: PlanPrice,
  total: number,
  key: string,
): Promise<{ coupon: string }[]> {
  if (total > price.amount) throw new ProviderFailure('total_above_price', { retry: false })
  if (total === price.amount) return []
  const coupon = await stripe.coupons.create(
    { amount_off: price.amount - total, currency: price.currency.toLowerCase(), duration: 'once' },
    { idempotencyKey: `${key}:coupon` },
  )
  return [{ coupon: coupon.id }]
}

/** Which row of `plan_prices` a price of Stripe's stands for, if it is one of ours. */
export function planPriceOf(price: Stripe.Price | undefined): number | undefined {
  const id = Number(price?.metadata?.price_id)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
