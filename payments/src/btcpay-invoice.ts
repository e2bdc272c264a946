// Converts a BTCPay Server invoice's state to an event.
import type { BtcpayInvoice } from './btcpay-client.ts'
import { toMinor } from './minor-units.ts'
import type { ProviderEvent, Told } from './provider-event.ts'

/**
 * One event per state: the id contains the state, so that webhooks and readings report it once. `at` is when it was observed.
 * Null while nothing has been received, and for an invoice without a checkout.
 */
export function invoiceTold(invoice: BtcpayInvoice, at: Date): Told | null {
  const checkout = invoice.metadata?.orderId
  const kind = kindOf(invoice)
  if (!checkout || !kind) return null
  const paid = invoice.paidAmount === undefined ? undefined : toMinor(invoice.paidAmount, invoice.currency)
  const asked = toMinor(invoice.amount, invoice.currency)
  const exact = kind === 'payment_succeeded'
  const amount = exact ? asked : paid
  const event: ProviderEvent = {
    kind,
    checkout,
    payment: invoice.id,
    ...(kind !== 'checkout_expired' &&
      amount !== undefined && { amount, currency: invoice.currency.toUpperCase() }),
    ...(kind !== 'checkout_expired' && { method: { kind: 'crypto' } }),
    ...(invoice.additionalStatus !== 'None' && { reason: REASONS[invoice.additionalStatus] }),
  }
  const grows = kind === 'crypto_seen' || kind === 'crypto_underpaid' ? `:${amount ?? ''}` : ''
  return {
    eventId: `${invoice.id}:${invoice.status}:${invoice.additionalStatus}${grows}`,
    occurredAt: at,
    event,
  }
}

const REASONS = {
  PaidLate: 'paid_late',
  PaidPartial: 'underpaid',
  PaidOver: 'overpaid',
  Marked: 'marked_by_hand',
  Invalid: 'invalid',
} as const

function kindOf({ status, additionalStatus }: BtcpayInvoice): ProviderEvent['kind'] | null {
  switch (status) {
    case 'New':
      // Partially paid, and the rest may still arrive.
      return additionalStatus === 'PaidPartial' ? 'crypto_seen' : null
    case 'Processing':
      return 'crypto_seen'
    case 'Settled':
      if (additionalStatus === 'PaidOver') return 'crypto_overpaid'
      return additionalStatus === 'PaidLate' ? 'crypto_paid_late' : 'payment_succeeded'
    case 'Expired':
      if (additionalStatus === 'PaidPartial') return 'crypto_underpaid'
      return additionalStatus === 'PaidLate' ? 'crypto_paid_late' : 'checkout_expired'
    case 'Invalid':
      return 'crypto_invalid'
    default:
      return null
  }
}
