// Verifies webhooks of BTCPay Server. The signature covers no timestamp, but the body has one, and a redelivery keeps the first
// delivery's. A message only names its invoice, whose state is then read from the server, so that repetitions are harmless.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookRefusal } from './provider.ts'
import { TOLERANCE_S } from './stripe-hear.ts'

/** The events to subscribe to at BTCPay Server, with the invoice state that each reports. docs/operations.md has the same list. */
export const BTCPAY_EVENTS: Readonly<Record<string, string>> = {
  InvoiceReceivedPayment: 'New',
  InvoiceProcessing: 'Processing',
  InvoicePaymentSettled: 'Processing',
  InvoiceSettled: 'Settled',
  InvoiceExpired: 'Expired',
  InvoiceExpiredPaidPartial: 'Expired',
  InvoicePaidAfterExpiration: 'Expired',
  InvoiceInvalid: 'Invalid',
}

export type BtcpayMessage = { invoice: string; status: string; at: Date }

/** `now` in milliseconds. Null for an irrelevant message. Throws WebhookRefusal. */
export function verifiedMessage(
  body: Uint8Array,
  header: string | null,
  secrets: readonly string[],
  store: string,
  now: number,
): BtcpayMessage | null {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '')?.[1]
  if (!header) throw new WebhookRefusal('signature_missing')
  if (!given || !secrets.some((secret) => signs(secret, body, given)))
    throw new WebhookRefusal('signature_wrong')
  const message = readMessage(body)
  if (message.storeId !== store) throw new WebhookRefusal('other_store')
  const at = Number(message.timestamp)
  const age = now / 1000 - at
  if (!(age >= -TOLERANCE_S && (age <= TOLERANCE_S || message.isRedelivery === true)))
    throw new WebhookRefusal('stale')
  const { type, invoiceId } = message
  const status =
    typeof type === 'string' && Object.hasOwn(BTCPAY_EVENTS, type) ? BTCPAY_EVENTS[type] : undefined
  if (typeof invoiceId !== 'string' || status === undefined) return null
  return { invoice: invoiceId, status, at: new Date(at * 1000) }
}

function signs(secret: string, body: Uint8Array, hex: string): boolean {
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(hex, 'hex'))
}

function readMessage(body: Uint8Array): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw new WebhookRefusal('unreadable')
}
