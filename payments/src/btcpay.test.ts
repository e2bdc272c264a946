import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBtcpay } from './btcpay.ts'
import { type Order, WebhookRefusal } from './provider.ts'
import { BtcpayStandIn } from './testing/btcpay-stand-in.ts'

const START = Date.UTC(2026, 10, 21, 10)
let at = START
const now = () => at
const standIn = new BtcpayStandIn(now)
const btcpay = (secrets = [standIn.secret], timeoutMs = 2000) =>
  createBtcpay({ ...standIn.settings, webhookSecrets: secrets }, { now, timeoutMs })

beforeAll(() => standIn.server.open())
afterAll(() => standIn.server.close())
beforeEach(() => {
  at = START
  standIn.server.faults.length = 0
  standIn.server.asked.length = 0
  standIn.messages.length = 0
})

let last = 0
const order = (changes: Partial<Order> = {}): Order => ({
  checkout: `checkout-${++last}`,
  reference: 'VG-P-1',
  member: 'member',
  email: null,
  customer: null,
  price: { id: 11, plan: 'standard', name: 'Standard', period: 'month', amount: 1900, currency: 'EUR' },
  total: 1900,
  language: 'fr',
  successUrl: 'https://vigie.test/payment-success',
  cancelUrl: 'https://vigie.test/payment',
  expiresAt: new Date(START + 15 * 60_000),
  ...changes,
})

async function opened() {
  const wanted = order()
  return { ...(await btcpay().openCheckout(wanted, 'key')), checkout: wanted.checkout }
}

const hear = (body: string, signature: string | null, provider = btcpay()) =>
  provider.hear(
    new TextEncoder().encode(body),
    new Headers(signature === null ? {} : { 'btcpay-sig': signature }),
  )
const heard = (body = standIn.messages.at(-1) ?? '') => hear(body, standIn.sign(body))
const reasonOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof WebhookRefusal ? error.reason : error
}

describe('a crypto checkout', () => {
  it('is an invoice for exactly the total, created once', async () => {
    const wanted = order({ total: 1425 })
    const first = await btcpay().openCheckout(wanted, 'key')
    expect(standIn.invoice(first.reference)).toMatchObject({
      amount: '14.25',
      currency: 'EUR',
      metadata: { orderId: wanted.checkout },
    })
    expect(first.expiresAt).toEqual(new Date(START + 15 * 60_000))
    expect(await btcpay().openCheckout(wanted, 'key')).toEqual(first)
    expect(standIn.server.posts(/invoices$/)).toHaveLength(1)
  })

  it('is found again when the answer was lost', async () => {
    const wanted = order()
    standIn.server.faults.push(null, { status: 502, done: true })
    await expect(btcpay().openCheckout(wanted, 'key')).rejects.toMatchObject({ retry: true })
    const { reference } = await btcpay().openCheckout(wanted, 'key')
    const made = [...standIn.invoices.values()].filter(
      ({ metadata }) => metadata?.orderId === wanted.checkout,
    )
    expect(made.map(({ id }) => id)).toEqual([reference])
  })
})

describe('each state of an invoice', () => {
  it('paid exactly: seen, then paid', async () => {
    const { reference, checkout } = await opened()
    standIn.receive(reference, 1900)
    expect((await heard())?.event).toEqual({
      kind: 'crypto_seen',
      checkout,
      payment: reference,
      amount: 1900,
      currency: 'EUR',
      method: { kind: 'crypto' },
    })
    at += 60_000
    standIn.confirm(reference)
    expect(await heard()).toEqual({
      eventId: `${reference}:Settled:None`,
      occurredAt: new Date(at),
      event: {
        kind: 'payment_succeeded',
        checkout,
        payment: reference,
        amount: 1900,
        currency: 'EUR',
        method: { kind: 'crypto' },
      },
    })
  })

  it('paid in part: seen before the expiry, underpaid afterwards', async () => {
    const { reference } = await opened()
    standIn.receive(reference, 1000)
    expect((await heard())?.event).toMatchObject({ kind: 'crypto_seen', amount: 1000, reason: 'underpaid' })
    standIn.expire(reference)
    expect((await heard())?.event).toMatchObject({ kind: 'crypto_underpaid', amount: 1000 })
  })

  it('overpaid, paid late, never paid, marked manually, and never confirmed', async () => {
    const over = (await opened()).reference
    standIn.receive(over, 2500)
    standIn.confirm(over)
    expect((await heard())?.event).toMatchObject({ kind: 'crypto_overpaid', amount: 2500, payment: over })

    const late = (await opened()).reference
    standIn.expire(late)
    expect((await heard())?.event).toMatchObject({ kind: 'checkout_expired' })
    standIn.receive(late, 1900)
    expect((await heard())?.event).toMatchObject({ kind: 'crypto_paid_late', amount: 1900 })

    const confirmedLate = (await opened()).reference
    standIn.receive(confirmedLate, 1900)
    standIn.confirm(confirmedLate, true)
    expect((await heard())?.event).toMatchObject({ kind: 'crypto_paid_late', amount: 1900 })

    const marked = (await opened()).reference
    standIn.mark(marked)
    expect((await heard())?.event).toMatchObject({
      kind: 'payment_succeeded',
      amount: 1900,
      reason: 'marked_by_hand',
    })

    const invalid = (await opened()).reference
    standIn.receive(invalid, 1900)
    standIn.invalidate(invalid)
    expect((await heard())?.event).toMatchObject({ kind: 'crypto_invalid', payment: invalid })
  })

  it('is one event, whichever webhook or reading reports it', async () => {
    const { reference } = await opened()
    standIn.receive(reference, 1900)
    const [received, processing] = standIn.messages
    standIn.confirm(reference)
    const [first, second, third] = [await heard(received), await heard(processing), await heard()]
    const [read] = await btcpay().readCheckout(reference)
    expect(new Set([first, second, third, read].map((told) => told?.eventId))).toEqual(
      new Set([`${reference}:Settled:None`]),
    )
  })

  it('without any payment is no event', async () => {
    const { reference } = await opened()
    expect(await btcpay().readCheckout(reference)).toEqual([])
    expect(await heard(standIn.message('InvoiceCreated', reference))).toBeNull()
  })
})

describe('a webhook of BTCPay Server', () => {
  it('that is unsigned, forged, truncated, re-serialised or from another store is refused', async () => {
    const { reference } = await opened()
    standIn.receive(reference, 1900)
    const body = standIn.messages.at(-1) ?? ''
    const signature = standIn.sign(body)
    expect(await reasonOf(hear(body, null))).toBe('signature_missing')
    expect(await reasonOf(hear(body, 'sha256=00'))).toBe('signature_wrong')
    expect(await reasonOf(hear(body, standIn.sign(body, 'another secret')))).toBe('signature_wrong')
    expect(await reasonOf(hear(body.slice(0, -3), signature))).toBe('signature_wrong')
    expect(await reasonOf(hear(JSON.stringify(JSON.parse(body)), signature))).toBe('signature_wrong')
    expect(await reasonOf(heard(standIn.message('InvoiceSettled', reference, { storeId: 'other' })))).toBe(
      'other_store',
    )
    expect(await reasonOf(heard('[1'))).toBe('unreadable')
    expect(standIn.server.asked.filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  it('that is old is refused, unless it is a redelivery', async () => {
    const { reference } = await opened()
    standIn.receive(reference, 1900)
    const body = standIn.messages.at(-1) ?? ''
    at += 301_000
    expect(await reasonOf(heard(body))).toBe('stale')
    expect(await heard(standIn.redelivery(body))).toMatchObject({ event: { kind: 'crypto_seen' } })
    at -= 602_000
    expect(await reasonOf(heard(body))).toBe('stale')
  })

  it('is accepted with either secret during a rotation', async () => {
    const { reference } = await opened()
    standIn.receive(reference, 1900)
    const body = standIn.messages.at(-1) ?? ''
    expect(
      await hear(body, standIn.sign(body), btcpay(['another long secret', standIn.secret])),
    ).not.toBeNull()
  })

  it('whose invoice cannot be read is answered so that the server sends it again', async () => {
    const { reference } = await opened()
    standIn.receive(reference, 1900)
    for (const fault of [{ status: 500 }, { status: 429, retryAfter: 3 }, 'cut', 'silence'] as const) {
      standIn.server.faults.push(fault)
      const body = standIn.messages.at(-1) ?? ''
      await expect(hear(body, standIn.sign(body), btcpay(undefined, 200))).rejects.toMatchObject({
        retry: true,
      })
    }
  })
})

describe('a refund in cryptocurrency', () => {
  it('is created once, claimed by the member, and then reported', async () => {
    const { reference } = await opened()
    const ask = { refund: 'r1', payment: reference, amount: 950, currency: 'EUR', words: 'Renonciation' }
    const first = await btcpay().refund(ask, 'key')
    expect(await btcpay().refund(ask, 'key')).toEqual(first)
    expect(standIn.server.posts(/refund$/)).toHaveLength(1)
    expect(first).toMatchObject({ url: `https://pay.btcpay.test/pull/${first.reference}`, told: null })
    expect(await btcpay().readRefund(first.reference, reference, 'r1')).toEqual([])
    standIn.payOut(first.reference)
    expect(await btcpay().readRefund(first.reference, reference, 'r1')).toMatchObject([
      {
        eventId: `${first.reference}:Completed`,
        event: { kind: 'refund_succeeded', payment: reference, amount: 950 },
      },
    ])
  })
})
