// The open invoice of a subscription after a failed charge.
import Stripe from 'stripe'

/** Charges the open invoice to the subscription's current card. A decline is not an error; events report it. */
export async function payOpen(stripe: Stripe, subscription: string, key: string): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 1 })
  const [invoice] = data
  if (!invoice?.id) return
  try {
    await stripe.invoices.pay(invoice.id, {}, { idempotencyKey: key })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return
    // Already paid, on the page or by Stripe's own retry.
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      (await stripe.invoices.retrieve(invoice.id)).status !== 'open'
    )
      return
    throw error
  }
}
