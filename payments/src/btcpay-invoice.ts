// What an invoice of BTCPay Server's says in each of its states, as events.
import type { BtcpayInvoice } from './btcpay-client.ts'
import { toMinor } from './minor-units.ts'
import type { ProviderEvent, Told } from './provider-event.ts'

/**
 * One fact for each state: its id is made of the state, so that any number of webhooks and readings that find the invoice in it
 * tell it once. `at` is when it was found so. Null while nothing has come, and for an invoice that is not of a checkout.
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
      // Some has come and more may: seen, and not yet wrong.
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
