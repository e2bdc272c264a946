// What a subscription owes: its invoice that stays open after a charge was refused.
import Stripe from 'stripe'

/** Charges the open invoice to the card that the subscription has now. A refusal is no failure of ours: events tell it. */
export async function payOpen(stripe: Stripe, subscription: string, key: string): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 1 })
  const [invoice] = data
  if (!invoice?.id) return
  try {
    await stripe.invoices.pay(invoice.id, {}, { idempotencyKey: key })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return
    // Paid meanwhile, by the page or by Stripe's own next try.
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      (await stripe.invoices.retrieve(invoice.id)).status !== 'open'
    )
      return
    throw error
  }
}
