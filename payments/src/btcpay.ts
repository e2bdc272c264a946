// BTCPay Server: one invoice per period, in the store's cryptocurrencies. Nothing can be charged automatically, so there is no
// subscription to cancel or change, and the member claims a refund.
import {
  type BtcpayAccess,
  type BtcpayInvoice,
  type BtcpayPayout,
  type BtcpayPullPayment,
  createBtcpayClient,
} from './btcpay-client.ts'
import { verifiedMessage } from './btcpay-hear.ts'
import { invoiceTold } from './btcpay-invoice.ts'
import { toDecimal, toMinor } from './minor-units.ts'
import { type Order, type Provider, ProviderFailure } from './provider.ts'
import type { Told } from './provider-event.ts'
import type { BtcpaySettings } from './settings.ts'

export type BtcpayOptions = BtcpayAccess & { now: () => number }

export function createBtcpay(settings: BtcpaySettings, options: BtcpayOptions): Provider {
  const client = createBtcpayClient(settings, options)
  const { now } = options
  const invoicePath = (id: string) => `stores/:store/invoices/${encodeURIComponent(id)}`
  const readInvoice = (id: string) => client.get<BtcpayInvoice>(invoicePath(id))

  /** Greenfield has no idempotency keys: existing invoices are found by order id. */
  async function invoiceOf(order: Order): Promise<BtcpayInvoice> {
    const before = await client.get<BtcpayInvoice[]>(
      `stores/:store/invoices?orderId=${encodeURIComponent(order.checkout)}`,
    )
    const open = before.find(
      ({ metadata, status }) => metadata?.orderId === order.checkout && status !== 'Invalid',
    )
    return open ?? (await client.post<BtcpayInvoice>('stores/:store/invoices', invoiceFor(order, now())))
  }

  return {
    name: 'btcpay',
    async openCheckout(order) {
      const invoice = await invoiceOf(order)
      const same =
        invoice.currency === order.price.currency && toMinor(invoice.amount, invoice.currency) === order.total
      if (!same) throw new ProviderFailure('amount_differs', { retry: false })
      return {
        reference: invoice.id,
        url: invoice.checkoutLink,
        expiresAt: new Date(invoice.expirationTime * 1000),
      }
    },
    // An invoice expires by itself, and a payment to an archived one would go unnoticed.
    closeCheckout: async () => {},
    // There is no subscription; SQL ends the contract.
    cancel: async () => {},
    resume: async () => {},
    changePlan: () => Promise.reject(new ProviderFailure('no_subscription', { retry: false })),
    dropChange: async () => {},
    payOpen: async () => {},
    keepPlan: async () => {},
    openPortal: () => Promise.reject(new ProviderFailure('no_subscription', { retry: false })),
    async refund({ refund, payment, amount, currency, words }) {
      const name = `refund ${refund}`
      const pulls = await client.get<(BtcpayPullPayment & { name: string })[]>('stores/:store/pull-payments')
      const pull =
        pulls.find((one) => one.name === name) ??
        (await client.post<BtcpayPullPayment>(`${invoicePath(payment)}/refund`, {
          name,
          description: words,
          refundVariant: 'Custom',
          customAmount: toDecimal(amount, currency),
          customCurrency: currency,
        }))
      return { reference: pull.id, url: pull.viewLink, told: null }
    },
    async readCheckout(reference) {
      const told = invoiceTold(await readInvoice(reference), new Date(now()))
      return told ? [told] : []
    },
    readSubscription: async () => [],
    readRecent: async () => [],
    async readRefund(reference, payment, refund): Promise<Told[]> {
      const path = `pull-payments/${encodeURIComponent(reference)}`
      const payouts = await client.get<BtcpayPayout[]>(`${path}/payouts?includeCancelled=true`)
      const done = payouts.find(({ state }) => state === 'Completed')
      if (!done) return []
      const { amount, currency } = await client.get<BtcpayPullPayment>(path)
      return [
        {
          eventId: `${reference}:Completed`,
          occurredAt: new Date(done.date * 1000),
          event: {
            kind: 'refund_succeeded',
            refund: reference,
            asked: refund,
            payment,
            amount: toMinor(amount, currency),
            currency,
          },
        },
      ]
    },
    async hear(body, headers) {
      const { webhookSecrets, store } = settings
      const message = verifiedMessage(body, headers.get('btcpay-sig'), webhookSecrets, store, now())
      if (!message) return null
      const invoice = await readInvoice(message.invoice)
      // The invoice may be newer than the webhook.
      return invoiceTold(invoice, message.status === invoice.status ? message.at : new Date(now()))
    },
  }
}

function invoiceFor(order: Order, now: number): object {
  return {
    amount: toDecimal(order.total, order.price.currency),
    currency: order.price.currency,
    metadata: {
      orderId: order.checkout,
      member: order.member,
      itemDesc: `${order.price.name} · ${order.reference}`,
    },
    checkout: {
      expirationMinutes: Math.max(5, Math.round((order.expiresAt.getTime() - now) / 60_000)),
      redirectURL: order.successUrl,
      redirectAutomatically: true,
      defaultLanguage: order.language,
      // No tolerance: any missing amount counts as underpaid.
      paymentTolerance: 0,
    },
  }
}
