// Whether a webhook of Stripe's is believed: the SDK checks the signature over the bytes as they came, with each secret that counts.
import type Stripe from 'stripe'
import { WebhookRefusal } from './provider.ts'

export const TOLERANCE_S = 300

/** `now` in milliseconds. Throws WebhookRefusal. */
export async function verified(
  stripe: Stripe,
  body: Uint8Array,
  header: string | null,
  secrets: readonly string[],
  now: number,
): Promise<Stripe.Event> {
  if (!header) throw new WebhookRefusal('signature_missing')
  const times = header.split(',').filter((part) => part.startsWith('t='))
  // The SDK reads the last of several times; a second one has no honest reason.
  if (times.length !== 1) throw new WebhookRefusal('signature_wrong')
  for (const secret of secrets) {
    // Of any time at first (tolerance 0), so that a stale one is told from a forged one.
    const event = await signedWith(stripe, body, header, secret, 0, now)
    if (!event) continue
    // Both ways: a time that has not come yet is no fresher than one long past.
    const early = Number(times[0]?.slice(2)) - now / 1000 > TOLERANCE_S
    if (early || !(await signedWith(stripe, body, header, secret, TOLERANCE_S, now))) {
      throw new WebhookRefusal('stale')
    }
    return event
  }
  throw new WebhookRefusal('signature_wrong')
}

async function signedWith(
  stripe: Stripe,
  body: Uint8Array,
  header: string,
  secret: string,
  tolerance: number,
  now: number,
): Promise<Stripe.Event | null> {
  try {
    return await stripe.webhooks.constructEventAsync(
      Buffer.from(body),
      header,
      secret,
      tolerance,
      undefined,
      now,
    )
  } catch (error) {
    if (error instanceof SyntaxError) throw new WebhookRefusal('unreadable')
    if ((error as { type?: unknown }).type === 'StripeSignatureVerificationError') return null
    throw error
  }
}
