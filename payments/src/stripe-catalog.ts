// Our prices in Stripe: found by lookup key, created at the first sale. Our prices are immutable, and so are their copies.
import type Stripe from 'stripe'
import { type PlanPrice, ProviderFailure } from './provider.ts'

/** The id of Stripe's price for ours. Throws ProviderFailure `price_differs` if its amount differs. */
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

/** A coupon for one checkout: the discount on the first payment as computed by SQL. */
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

/** The row of `plan_prices` for a Stripe price; null if it is not ours. */
export function planPriceOf(price: Stripe.Price | undefined): number | undefined {
  const id = Number(price?.metadata?.price_id)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
