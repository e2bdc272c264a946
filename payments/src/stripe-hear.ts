// Verifies Stripe webhooks: the SDK checks the signature over the raw bytes with each valid secret.
import type Stripe from 'stripe'
import { WebhookRefusal } from './provider.ts'

export const TOLERANCE_S = 300
/** The maximum value of a Date, in seconds. */
const LAST_SECOND = 8.64e12

/** `now` in milliseconds. Throws WebhookRefusal. */
export async function verified(
  stripe: Stripe,
  body: Uint8Array,
  header: string | null,
  secrets: readonly string[],
  now: number,
): Promise<Stripe.Event> {
  if (!header) throw new WebhookRefusal('signature_missing')
  const { time, believable } = readHeader(header)
  for (const secret of secrets) {
    // First without a time limit (tolerance 0), to distinguish a stale message from a forged one.
    if (!(await isSigned(stripe, body, believable, secret, 0, now))) continue
    // In both directions: a timestamp in the future is refused too.
    const early = time - now / 1000 > TOLERANCE_S
    if (early || !(await isSigned(stripe, body, believable, secret, TOLERANCE_S, now))) {
      throw new WebhookRefusal('stale')
    }
    return readEvent(body)
  }
  throw new WebhookRefusal('signature_wrong')
}

/** The timestamp in seconds, and the header without empty signatures, which would make the SDK throw. */
function readHeader(header: string): { time: number; believable: string } {
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
  const [time = ''] = times
  // The SDK uses the last of several timestamps; a second one is never legitimate.
  if (times.length !== 1 || !/^t=\d{1,12}$/.test(time)) throw new WebhookRefusal('signature_wrong')
  return { time: Number(time.slice(2)), believable: [time, ...signatures].join(',') }
}

async function isSigned(
  stripe: Stripe,
  body: Uint8Array,
  header: string,
  secret: string,
  tolerance: number,
  now: number,
): Promise<boolean> {
  const { signature } = stripe.webhooks
  if (!signature) throw new Error('this SDK version has no signature verification')
  const bytes = Buffer.from(body)
  try {
    return await signature.verifyHeaderAsync(bytes, header, secret, tolerance, undefined, now)
  } catch (error) {
    if ((error as { type?: unknown }).type === 'StripeSignatureVerificationError') return false
    throw error
  }
}

/** A signed body may still be unusable; a redelivery would be the same. */
function readEvent(body: Uint8Array): Stripe.Event {
  let read: Partial<Stripe.Event> | null
  try {
    read = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new WebhookRefusal('unreadable')
  }
  const { id, object, type, created, data } = read ?? {}
  const timed = typeof created === 'number' && created >= 0 && created <= LAST_SECOND
  const about: unknown = data?.object
  const whole = typeof id === 'string' && id !== '' && object === 'event' && typeof type === 'string' && timed
  if (!whole || typeof about !== 'object' || about === null) throw new WebhookRefusal('malformed')
  return read as Stripe.Event
}
