// A BTCPay Server on loopback: the calls of our adapter on invoices in memory, and webhooks with its signatures. Methods
// simulate the network and people (pay, confirm, expire). Invoices are in EUR, amounts here in cents.
import { createHmac } from 'node:crypto'
import type { BtcpayInvoice, BtcpayPayout } from '../btcpay-client.ts'
import type { BtcpayMethod } from '../btcpay-methods.ts'
import { type Answer, type Asked, StandInServer } from './stand-in-server.ts'

type Pull = {
  id: string
  name: string
  viewLink: string
  amount: string
  currency: string
  payouts: BtcpayPayout[]
}
const euros = (cents: number) => (cents / 100).toFixed(2)

export class BtcpayStandIn {
  readonly secret = 'a secret of the store'
  readonly key = 'key'
  readonly store = 'store1'
  readonly server = new StandInServer((asked) => this.#answer(asked), 'none')
  readonly invoices = new Map<string, BtcpayInvoice>()
  readonly pulls = new Map<string, Pull>()
  /** Webhook bodies in order. */
  readonly messages: string[] = []
  /** Milliseconds. */
  now: () => number
  #last = 0

  constructor(now: () => number) {
    this.now = now
  }

  get settings() {
    return { url: this.server.url, apiKey: this.key, store: this.store, webhookSecrets: [this.secret] }
  }

  /** A payment arrives, worth `cents` at the invoice's rate. */
  receive(id: string, cents: number): void {
    const invoice = this.invoice(id)
    const paid = Math.round(Number(invoice.paidAmount) * 100) + cents
    const asked = Math.round(Number(invoice.amount) * 100)
    invoice.paidAmount = euros(paid)
    if (invoice.status === 'Expired') {
      invoice.additionalStatus = paid < asked ? 'PaidPartial' : 'PaidLate'
      this.message('InvoicePaidAfterExpiration', id)
      return
    }
    invoice.additionalStatus = paid < asked ? 'PaidPartial' : paid > asked ? 'PaidOver' : 'None'
    this.message('InvoiceReceivedPayment', id)
    if (paid < asked) return
    invoice.status = 'Processing'
    this.message('InvoiceProcessing', id)
  }

  /** The network confirms; `late`: after the invoice's expiry. */
  confirm(id: string, late = false): void {
    const invoice = this.invoice(id)
    invoice.status = 'Settled'
    if (late) invoice.additionalStatus = 'PaidLate'
    this.message('InvoiceSettled', id)
  }

  expire(id: string): void {
    this.invoice(id).status = 'Expired'
    this.message('InvoiceExpired', id)
  }

  /** The payment becomes invalid, unconfirmed or marked by a person. */
  invalidate(id: string): void {
    this.invoice(id).status = 'Invalid'
    this.message('InvoiceInvalid', id)
  }

  /** A person marks the invoice as paid. */
  mark(id: string): void {
    Object.assign(this.invoice(id), { status: 'Settled', additionalStatus: 'Marked' })
    this.message('InvoiceSettled', id)
  }

  /** The member claims a refund. */
  payOut(pull: string): void {
    const found = this.pulls.get(pull)
    if (!found) throw new Error(`there is no ${pull}`)
    found.payouts.push({
      id: `payout${++this.#last}`,
      state: 'Completed',
      date: Math.floor(this.now() / 1000),
    })
  }

  message(type: string, invoiceId: string, changes: Record<string, unknown> = {}): string {
    const deliveryId = `delivery${++this.#last}`
    const timestamp = Math.floor(this.now() / 1000)
    const message = {
      deliveryId,
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      type,
      timestamp,
      storeId: this.store,
      invoiceId,
    }
    const body = JSON.stringify({ ...message, ...changes }, null, 2)
    this.messages.push(body)
    return body
  }

  /** The redelivery after a failure: only these two fields differ; the timestamp stays. */
  redelivery(body: string): string {
    return JSON.stringify(
      { ...JSON.parse(body), deliveryId: `delivery${++this.#last}`, isRedelivery: true },
      null,
      2,
    )
  }

  sign(body: string, secret = this.secret): string {
    return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  }

  invoice(id: string): BtcpayInvoice {
    const found = this.invoices.get(id)
    if (!found) throw new Error(`there is no ${id}`)
    return found
  }

  #answer(asked: Asked): Answer {
    if (asked.headers.authorization !== `token ${this.key}`) return { status: 401, body: {} }
    const [store, what, id, more] = asked.path.replace('/api/v1/stores/', '').split('/')
    if (asked.path.startsWith('/api/v1/pull-payments/'))
      return this.#pull(asked.path.split('/')[4] ?? '', asked.path)
    if (store !== this.store) return { status: 404, body: {} }
    const route = `${asked.method} ${what}${id ? '/:id' : ''}${more ? `/${more}` : ''}`
    switch (route) {
      case 'GET invoices': {
        const order = asked.query.get('orderId')
        return ok([...this.invoices.values()].filter(({ metadata }) => metadata?.orderId === order))
      }
      case 'POST invoices':
        return ok(this.#make(JSON.parse(asked.body)))
      case 'GET invoices/:id':
        return this.invoices.has(id ?? '') ? ok(this.invoice(id ?? '')) : { status: 404, body: {} }
      case 'GET invoices/:id/payment-methods':
        return this.invoices.has(id ?? '')
          ? ok(this.#methods(this.invoice(id ?? '')))
          : { status: 404, body: {} }
      case 'GET pull-payments':
        return ok([...this.pulls.values()])
      case 'POST invoices/:id/refund':
        return this.#refund(JSON.parse(asked.body))
      default:
        return { status: 404, body: {} }
    }
  }

  #make(asked: {
    amount: string
    currency: string
    metadata: object
    checkout: { expirationMinutes: number }
  }) {
    const id = `invoice${++this.#last}`
    const createdTime = Math.floor(this.now() / 1000)
    const invoice: BtcpayInvoice = {
      id,
      storeId: this.store,
      amount: asked.amount,
      paidAmount: '0.00',
      currency: asked.currency,
      status: 'New',
      additionalStatus: 'None',
      checkoutLink: `https://pay.btcpay.test/i/${id}`,
      createdTime,
      expirationTime: createdTime + asked.checkout.expirationMinutes * 60,
      metadata: asked.metadata,
    }
    this.invoices.set(id, invoice)
    return invoice
  }

  /** On the chain and over Lightning, at 80 000 for a coin, as version 2 writes it. */
  #methods({ id, amount, paidAmount, status }: BtcpayInvoice): BtcpayMethod[] {
    const coins = (euros: string | undefined) => (Number(euros ?? 0) / 80_000).toFixed(8)
    const due = Math.max(0, Number(amount) - Number(paidAmount ?? 0)).toFixed(2)
    const both = { activated: true, rate: '80000.0', amount: coins(amount), due: coins(due) }
    const address = `tb1q${id.padEnd(38, '0')}`
    const received = Number(paidAmount ?? 0) > 0
    return [
      {
        ...both,
        paymentMethodId: 'BTC-CHAIN',
        currency: 'BTC',
        destination: address,
        paymentLink: `bitcoin:${address}?amount=${coins(due)}`,
        payments: received
          ? [
              {
                id: `${'ab'.repeat(32)}-1`,
                receivedDate: Math.floor(this.now() / 1000),
                value: coins(paidAmount),
                status: status === 'Settled' ? 'Settled' : 'Processing',
              },
            ]
          : [],
      },
      {
        ...both,
        paymentMethodId: 'BTC-LN',
        currency: 'BTC',
        destination: `lntb${id}`,
        paymentLink: `lightning:lntb${id}`,
        payments: [],
      },
    ]
  }

  #refund(asked: { name: string; customAmount: string; customCurrency: string }): Answer {
    const id = `pull${++this.#last}`
    const pull = {
      id,
      name: asked.name,
      viewLink: `https://pay.btcpay.test/pull/${id}`,
      amount: asked.customAmount,
      currency: asked.customCurrency,
      payouts: [],
    }
    this.pulls.set(id, pull)
    return ok(pull)
  }

  #pull(id: string, path: string): Answer {
    const pull = this.pulls.get(id)
    if (!pull) return { status: 404, body: {} }
    return ok(path.endsWith('/payouts') ? pull.payouts : pull)
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body })
