// Whether a webhook of Stripe's is believed: the SDK checks the signature over the bytes as they came, with each secret that counts.
import type Stripe from 'stripe'
import { WebhookRefusal } from './provider.ts'

export const TOLERANCE_S = 300
/** The last second that a Date can hold. */
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
    // Of any time at first (tolerance 0), so that a stale one is told from a forged one.
    if (!(await isSigned(stripe, body, believable, secret, 0, now))) continue
    // Both ways: a time that has not come yet is no fresher than one long past.
    const early = time - now / 1000 > TOLERANCE_S
    if (early || !(await isSigned(stripe, body, believable, secret, TOLERANCE_S, now))) {
      throw new WebhookRefusal('stale')
    }
    return readEvent(body)
  }
  throw new WebhookRefusal('signature_wrong')
}

/** The time in seconds, and the header with nothing that the SDK cannot read: it throws for a signature that is empty. */
function readHeader(header: string): { time: number; believable: string } {
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
  const [time = ''] = times
  // The SDK reads the last of several times; a second one has no honest reason.
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
  if (!signature) throw new Error('this version of the SDK verifies nothing')
  const bytes = Buffer.from(body)
  try {
    return await signature.verifyHeaderAsync(bytes, header, secret, tolerance, undefined, now)
  } catch (error) {
    if ((error as { type?: unknown }).type === 'StripeSignatureVerificationError') return false
    throw error
  }
}

/** Signed, it is Stripe's word; it may still say nothing of use, and would say the same when it is sent again. */
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
