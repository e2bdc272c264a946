import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Order, ProviderFailure, WebhookRefusal } from './provider.ts'
import { createStripe } from './stripe.ts'
import { StripeStandIn } from './testing/stripe-stand-in.ts'

const START = Date.UTC(2026, 10, 21, 10)
const MINUTE = 60_000
let at = START
const now = () => at
const standIn = new StripeStandIn(now)

beforeAll(() => standIn.server.open())
afterAll(() => standIn.server.close())
beforeEach(() => {
  at = START
  standIn.server.faults.length = 0
  standIn.server.asked.length = 0
  standIn.events.length = 0
})

const stripe = (secrets = [standIn.secret], timeoutMs = 2000) =>
  createStripe(
    { secretKey: standIn.key, webhookSecrets: secrets, apiUrl: standIn.server.url },
    { now, timeoutMs, retries: 0 },
  )

const MONTH = {
  id: 11,
  plan: 'standard',
  name: 'Standard',
  period: 'month',
  amount: 1900,
  currency: 'EUR',
} as const
const PRO = { id: 12, plan: 'pro', name: 'Pro', period: 'month', amount: 4900, currency: 'EUR' } as const
let last = 0
const order = (changes: Partial<Order> = {}): Order => ({
  checkout: `checkout-${++last}`,
  reference: 'VG-P-1',
  member: 'member',
  email: 'ann@example.com',
  customer: null,
  price: MONTH,
  total: 1900,
  language: 'fr',
  successUrl: 'https://vigie.test/payment-success',
  cancelUrl: 'https://vigie.test/payment',
  expiresAt: new Date(START + 60 * MINUTE),
  ...changes,
})

/** A paid order and its webhooks. */
async function subscribed(changes: Partial<Order> = {}) {
  const wanted = order(changes)
  const { reference } = await stripe().openCheckout(wanted, `open:${wanted.checkout}`)
  return { ...standIn.pay(reference), reference, checkout: wanted.checkout }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const hear = (body: string, signature: string | null, provider = stripe()) =>
  provider.hear(bytes(body), new Headers(signature === null ? {} : { 'stripe-signature': signature }))
const heard = (type: string) => {
  const event = standIn.events.findLast((one) => one.type === type)
  if (!event) throw new Error(`${type} was not told`)
  return hear(event.body, standIn.sign(event.body))
}
const reasonOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof WebhookRefusal ? error.reason : error
}

describe('a checkout', () => {
  it('[S-107] is opened at the price of our catalogue, which is created once', async () => {
    const first = await stripe().openCheckout(order(), 'first')
    await stripe().openCheckout(order(), 'second')
    expect(first.url).toBe(`https://checkout.stripe.test/${first.reference}`)
    expect(first.expiresAt).toEqual(new Date(START + 55 * MINUTE))
    expect(standIn.server.posts(/prices$/).length).toBeLessThanOrEqual(1)
    const session = standIn.server.posts(/checkout\/sessions$/)[0]
    expect(session?.headers['stripe-version']).toBe('2026-10-28.endive')
    expect(new URLSearchParams(session?.body).get('automatic_tax[enabled]')).toBe('false')
  })

  it('requested twice under one key is the same', async () => {
    const wanted = order()
    const first = await stripe().openCheckout(wanted, 'twice')
    at += 5 * MINUTE
    expect(await stripe().openCheckout(wanted, 'twice')).toEqual(first)
  })

  it('that expires too soon for a payment page is not opened', async () => {
    at += 26 * MINUTE
    await expect(stripe().openCheckout(order(), 'late')).rejects.toMatchObject({
      code: 'too_late',
      retry: false,
    })
  })

  it('applies a coupon to the first payment only', async () => {
    const { checkout } = await subscribed({ total: 1425 })
    expect((await heard('invoice.paid'))?.event).toMatchObject({ checkout, amount: 1425, price_id: 11 })
  })

  it('is refused where Stripe’s price differs from ours', async () => {
    await stripe().openCheckout(order(), 'made')
    const wrong = stripe().openCheckout(order({ price: { ...MONTH, amount: 1800 }, total: 1800 }), 'wrong')
    await expect(wrong).rejects.toMatchObject({ code: 'price_differs', retry: false })
  })

  it('that nobody paid is reported as expired', async () => {
    const wanted = order()
    const { reference } = await stripe().openCheckout(wanted, 'expires')
    standIn.expire(reference)
    expect((await heard('checkout.session.expired'))?.event).toEqual({
      kind: 'checkout_expired',
      checkout: wanted.checkout,
    })
    expect(await stripe().readCheckout(reference)).toMatchObject([
      {
        eventId: `read:${reference}:expired`,
        event: { kind: 'checkout_expired', checkout: wanted.checkout },
      },
    ])
  })
})

describe('a webhook', () => {
  it('for a first payment reports checkout, amount, period and card', async () => {
    const { subscription, payment, checkout } = await subscribed()
    const told = await heard('invoice.paid')
    expect(told).toEqual({
      eventId: standIn.events.find(({ type }) => type === 'invoice.paid')?.id,
      occurredAt: new Date(START),
      event: {
        kind: 'payment_succeeded',
        checkout,
        subscription,
        customer: expect.stringMatching(/^cus_/),
        payment,
        amount: 1900,
        currency: 'EUR',
        period_start: '2026-11-21T10:00:00.000Z',
        period_end: '2026-12-21T10:00:00.000Z',
        price_id: 11,
        method: { kind: 'card', brand: 'visa', last4: '4242', expires: '2029-08' },
        fingerprint: 'Xt5EWLLDS7FJjR1c',
        card_country: 'FR',
      },
    })
    expect((await heard('checkout.session.completed'))?.event).toMatchObject({
      kind: 'subscription_changed',
      checkout,
      subscription,
      cancel_at_period_end: false,
    })
  })

  it('for a renewal has no checkout, and for a declined one reports the reason and the next attempt', async () => {
    const { subscription } = await subscribed()
    const { payment } = standIn.renew(subscription)
    const renewal = (await heard('invoice.paid'))?.event
    expect(renewal).toMatchObject({ kind: 'payment_succeeded', subscription, payment, amount: 1900 })
    expect(renewal).not.toHaveProperty('checkout')
    standIn.renew(subscription, 'insufficient_funds')
    expect((await heard('invoice.payment_failed'))?.event).toMatchObject({
      kind: 'payment_failed',
      subscription,
      reason: 'insufficient_funds',
      next_try_at: '2026-11-22T10:00:00.000Z',
    })
  })

  it('for a cancellation, a refund, a failed refund and a dispute is translated', async () => {
    const { subscription, payment } = await subscribed()
    const { reference } = await stripe().refund(
      { refund: 'ours', payment, amount: 500, currency: 'EUR', words: 'x' },
      'refund',
    )
    const { event: refunded } = (await heard('refund.created')) ?? {}
    expect(refunded).toMatchObject({
      kind: 'refund_succeeded',
      refund: reference,
      asked: 'ours',
      payment,
      amount: 500,
    })
    standIn.failRefund(reference)
    expect((await heard('refund.failed'))?.event).toMatchObject({ kind: 'refund_failed', refund: reference })
    const { id } = standIn.dispute(payment)
    const opened = (await heard('charge.dispute.created'))?.event
    expect(opened).toMatchObject({
      kind: 'dispute_opened',
      dispute: id,
      payment,
      due_by: '2026-11-28T10:00:00.000Z',
    })
    standIn.closeDispute(id, 'lost')
    expect((await heard('charge.dispute.closed'))?.event).toMatchObject({ kind: 'dispute_lost', dispute: id })
    standIn.end(subscription)
    expect((await heard('customer.subscription.deleted'))?.event).toMatchObject({
      kind: 'subscription_ended',
      subscription,
      reason: 'cancellation_requested',
    })
  })

  it('for a card chosen in the portal reports it for the subscription', async () => {
    const { subscription } = await subscribed()
    const url = await stripe().openPortal(subscription, 'https://vigie.test/compte', 'portal')
    const customer = String(standIn.get(subscription).customer)
    expect(url).toBe(`https://billing.stripe.test/${customer}`)
    standIn.chooseCard(customer, { brand: 'mastercard', last4: '4444' })
    expect((await heard('customer.updated'))?.event).toMatchObject({
      kind: 'subscription_changed',
      subscription,
      method: { kind: 'card', brand: 'mastercard', last4: '4444' },
    })
  })

  it('that is irrelevant is accepted without an event', async () => {
    standIn.tell('customer.created', { id: 'cus_0' })
    expect(await heard('customer.created')).toBeNull()
  })

  it('with a wrong signature, another secret, truncated, re-serialised or unsigned is refused', async () => {
    await subscribed()
    const { body } = standIn.events[0] ?? { body: '' }
    const signature = standIn.sign(body)
    const last = signature.replace(/.$/, (hex) => (hex === '0' ? '1' : '0'))
    expect(await reasonOf(hear(body, null))).toBe('signature_missing')
    expect(await reasonOf(hear(body, signature.replace(/v1=../, 'v1=zz')))).toBe('signature_wrong')
    expect(await reasonOf(hear(body, last.replace('v0=ignore', 'v0=x').replace(/v1=\w{4}/, 'v1=0000')))).toBe(
      'signature_wrong',
    )
    expect(await reasonOf(hear(body, standIn.sign(body, undefined, ['whsec_other'])))).toBe('signature_wrong')
    expect(await reasonOf(hear(body.slice(0, -10), signature))).toBe('signature_wrong')
    expect(await reasonOf(hear(JSON.stringify(JSON.parse(body)), signature))).toBe('signature_wrong')
    expect(await reasonOf(hear(body, 'nonsense'))).toBe('signature_wrong')
    expect(await reasonOf(hear('{', standIn.sign('{')))).toBe('unreadable')
  })

  it('with an invalid header is refused', async () => {
    await subscribed()
    const { body } = standIn.events[0] ?? { body: '' }
    const time = `t=${standIn.seconds}`
    for (const header of [
      `${time},v1`,
      `${time},v1=`,
      `${time},v1=,v1=`,
      't,v1=00',
      't=,v1=00',
      't=x,v1=é',
      'v1=00',
      '=',
      ',',
    ])
      expect([header, await reasonOf(hear(body, header))]).toEqual([header, 'signature_wrong'])
    const signature = standIn.sign(body)
    expect(await hear(body, `${signature},v1=,v1`)).not.toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[ -~\u00a1-\u00ff]*$/), async (header) => {
        expect(await reasonOf(hear(body, header.trim() || ','))).toBe('signature_wrong')
      }),
    )
  })

  it('that is signed but unusable is refused as malformed', async () => {
    const event = {
      id: 'evt_0',
      object: 'event',
      type: 'invoice.paid',
      created: standIn.seconds,
      data: { object: {} },
    }
    const { data: _, ...bare } = event
    for (const said of [
      { ...event, data: null },
      { ...event, data: { object: null } },
      { ...event, data: [] },
      { ...event, id: null },
      { ...event, type: 7 },
      { ...event, created: null },
      { ...event, created: 1e300 },
      { ...event, object: 'v2.core.event' },
      bare,
      null,
      [],
      7,
      'text',
    ]) {
      const body = JSON.stringify(said)
      expect([body, await reasonOf(hear(body, standIn.sign(body)))]).toEqual([body, 'malformed'])
    }
  })

  it('more than five minutes old or ahead is refused, even behind a second timestamp', async () => {
    await subscribed()
    const { body } = standIn.events[0] ?? { body: '' }
    expect(await hear(body, standIn.sign(body, standIn.seconds - 300))).not.toBeNull()
    expect(await reasonOf(hear(body, standIn.sign(body, standIn.seconds - 301)))).toBe('stale')
    expect(await reasonOf(hear(body, standIn.sign(body, standIn.seconds + 301)))).toBe('stale')
    const old = standIn.sign(body, standIn.seconds - 3600)
    expect(await reasonOf(hear(body, `t=${standIn.seconds},${old}`))).toBe('signature_wrong')
  })

  it('is accepted with either secret during a rotation', async () => {
    await subscribed()
    const { body } = standIn.events[0] ?? { body: '' }
    const rotating = stripe(['whsec_new', standIn.secret])
    expect(
      await hear(body, standIn.sign(body, undefined, ['whsec_new', standIn.secret]), rotating),
    ).not.toBeNull()
    expect(await hear(body, standIn.sign(body), rotating)).not.toBeNull()
    expect(await reasonOf(hear(body, standIn.sign(body), stripe(['whsec_new'])))).toBe('signature_wrong')
  })

  it('with any byte changed is refused', async () => {
    await subscribed()
    const { body } = standIn.events[0] ?? { body: '' }
    const signature = standIn.sign(body)
    const provider = stripe()
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes(body).length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const changed = bytes(body)
          changed[place] = (changed[place] ?? 0) ^ change
          const headers = new Headers({ 'stripe-signature': signature })
          expect(await reasonOf(provider.hear(changed, headers))).toBe('signature_wrong')
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a command', () => {
  it('cancels at the end of the period, resumes, and cancels immediately', async () => {
    const { subscription } = await subscribed()
    await stripe().cancel(subscription, 'period_end', 'stop')
    expect((await heard('customer.subscription.updated'))?.event).toMatchObject({
      cancel_at_period_end: true,
    })
    await stripe().resume(subscription, 'resume')
    expect((await heard('customer.subscription.updated'))?.event).toMatchObject({
      cancel_at_period_end: false,
    })
    await stripe().cancel(subscription, 'now', 'end')
    expect(standIn.get(subscription).status).toBe('canceled')
  })

  it.each([
    ['what Stripe reckons too', 2000],
    ['a cent more than Stripe reckons', 2001],
    ['less, since a coupon had been used', 1500],
  ])('changes the plan immediately for exactly the agreed amount: %s', async (_, due) => {
    const { subscription } = await subscribed()
    const change = {
      subscription,
      price: PRO,
      takesEffect: { when: 'now', checkout: `change-${due}`, at: new Date(START + 10 * 86_400_000), due },
    } as const
    standIn.server.faults.push(null, null, null, { status: 500 })
    await expect(stripe().changePlan(change, `change:${due}`)).rejects.toMatchObject({ retry: true })
    await stripe().changePlan(change, `change:${due}`)
    await stripe().changePlan(change, `change:${due}`)
    expect((await heard('invoice.paid'))?.event).toMatchObject({
      kind: 'payment_succeeded',
      checkout: `change-${due}`,
      amount: due,
      price_id: 12,
    })
    expect(standIn.events.filter(({ type }) => type === 'invoice.paid')).toHaveLength(2)
    standIn.renew(subscription)
    const renewal = (await heard('invoice.paid'))?.event
    expect(renewal).toMatchObject({ amount: 4900 })
    expect(renewal).not.toHaveProperty('checkout')
  })

  it('changes nothing, and leaves no later charge, when the bank declines', async () => {
    const { subscription } = await subscribed()
    const takesEffect = { when: 'now', checkout: 'declined', at: new Date(START), due: 3001 } as const
    standIn.declining = true
    const declined = stripe().changePlan({ subscription, price: PRO, takesEffect }, 'declined')
    await expect(declined).rejects.toMatchObject({ code: 'card_declined', retry: false })
    standIn.declining = false
    await stripe().dropChange(subscription, 'declined')
    expect(
      [...standIn.things.values()].filter(
        ({ object, metadata, invoiced }) =>
          object === 'invoiceitem' &&
          (metadata as { checkout?: string }).checkout === 'declined' &&
          !invoiced,
      ),
    ).toEqual([])
    expect(standIn.get(subscription).pending_update).toBeNull()
    standIn.renew(subscription)
    expect((await heard('invoice.paid'))?.event).toMatchObject({ amount: 1900 })
  })

  it('returns the bank’s authentication page, and changes the plan afterwards', async () => {
    const { subscription } = await subscribed()
    const takesEffect = { when: 'now', checkout: 'secure', at: new Date(START), due: 3001 } as const
    standIn.asking = true
    const change = { subscription, price: PRO, takesEffect }
    const page = await stripe().changePlan(change, 'secure')
    expect(page).toMatch(/^https:\/\/invoice\.stripe\.test/)
    expect(await stripe().changePlan(change, 'secure')).toBe(page)
    standIn.asking = false
    expect((await heard('invoice.payment_action_required'))?.event).toMatchObject({
      kind: 'payment_pending',
      checkout: 'secure',
      amount: 3001,
      pay_url: page,
    })
    standIn.settleInvoice(String(standIn.get(subscription).latest_invoice))
    expect((await heard('invoice.paid'))?.event).toMatchObject({
      checkout: 'secure',
      amount: 3001,
      price_id: 12,
    })
    expect(await stripe().changePlan(change, 'secure')).toBeNull()
  })

  it('abandons a change that waits for the bank, without a later charge', async () => {
    const { subscription } = await subscribed()
    const takesEffect = { when: 'now', checkout: 'left', at: new Date(START), due: 3001 } as const
    standIn.asking = true
    await stripe().changePlan({ subscription, price: PRO, takesEffect }, 'left')
    standIn.asking = false
    await stripe().dropChange(subscription, 'left')
    expect((await heard('invoice.voided'))?.event).toMatchObject({
      kind: 'payment_failed',
      checkout: 'left',
      reason: 'not_confirmed',
    })
    standIn.renew(subscription)
    expect((await heard('invoice.paid'))?.event).toMatchObject({ amount: 1900 })
  })

  it('removes a price difference when the change fails at any step', async () => {
    const { subscription } = await subscribed()
    const takesEffect = { when: 'now', checkout: 'cut', at: new Date(START), due: 3001 } as const
    // Prices, subscription twice, preview, items, the item, the order's number; then the connection drops.
    standIn.server.faults.push(null, null, null, null, null, null, null, 'cut')
    await expect(stripe().changePlan({ subscription, price: PRO, takesEffect }, 'cut')).rejects.toMatchObject(
      { retry: true },
    )
    await stripe().dropChange(subscription, 'cut')
    standIn.renew(subscription)
    expect(
      [...standIn.things.values()].filter(({ object, invoiced }) => object === 'invoiceitem' && !invoiced),
    ).toEqual([])
  })

  it('charges the open amount to the current card, and leaves a decline to the events', async () => {
    const { subscription } = await subscribed()
    await stripe().payOpen(subscription, 'nothing')
    const { invoice } = standIn.renew(subscription, 'insufficient_funds')
    expect((await heard('invoice.payment_failed'))?.event).toMatchObject({
      pay_url: expect.stringMatching(/^https:\/\/invoice\.stripe\.test/),
    })
    standIn.declining = true
    await stripe().payOpen(subscription, 'no')
    expect(standIn.get(invoice).status).toBe('open')
    standIn.declining = false
    standIn.asking = true
    await stripe().payOpen(subscription, 'asks')
    standIn.asking = false
    expect((await heard('invoice.payment_action_required'))?.event).toMatchObject({
      kind: 'payment_failed',
      reason: 'authentication_required',
      pay_url: expect.stringMatching(/^https:/),
    })
    await stripe().payOpen(subscription, 'yes')
    expect((await heard('invoice.paid'))?.event).toMatchObject({ kind: 'payment_succeeded', amount: 1900 })
  })

  it('schedules a plan change for the end of the period, which a cancellation releases', async () => {
    const { subscription } = await subscribed()
    await stripe().changePlan({ subscription, price: PRO, takesEffect: { when: 'period_end' } }, 'later')
    const schedule = String(standIn.get(subscription).schedule)
    expect(standIn.get(schedule).phases).toMatchObject({ 1: { duration: { interval: 'month' } } })
    await stripe().cancel(subscription, 'period_end', 'stop-later')
    expect(standIn.get(schedule).status).toBe('released')
    await stripe().keepPlan(subscription, 'keep')
    expect(standIn.get(subscription).cancel_at_period_end).toBe(true)
  })

  it('refunds once per key, and never more than was paid', async () => {
    const { payment } = await subscribed()
    const ask = { refund: 'r1', payment, amount: 1000, currency: 'EUR', words: 'x' }
    const first = await stripe().refund(ask, 'once')
    expect(await stripe().refund(ask, 'once')).toEqual(first)
    expect(first.told).toMatchObject({ event: { kind: 'refund_succeeded', amount: 1000 } })
    await expect(stripe().refund({ ...ask, refund: 'r2' }, 'more')).rejects.toMatchObject({ retry: false })
  })

  it.each([
    ['a limit', { status: 429, retryAfter: 7 }, { retry: true, afterMs: 7000 }],
    ['a fault of theirs', { status: 500 }, { retry: true, afterMs: null }],
    ['a cut line', 'cut', { retry: true }],
    ['silence', 'silence', { retry: true }],
    ['a refusal', { status: 400 }, { retry: false }],
  ] as const)('reports for %s whether to retry', async (_, fault, failure) => {
    const { payment } = await subscribed()
    const ask = { refund: 'r', payment, amount: 1, currency: 'EUR', words: 'x' }
    standIn.server.faults.push(fault)
    const failed = await stripe(undefined, 200)
      .refund(ask, `fault:${JSON.stringify(fault)}`)
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ProviderFailure)
    expect(failed).toMatchObject(failure)
  })

  it('is not repeated when its answer was lost', async () => {
    const { payment } = await subscribed()
    const ask = { refund: 'r', payment, amount: 1900, currency: 'EUR', words: 'x' }
    standIn.server.faults.push({ status: 500, done: true })
    await expect(stripe().refund(ask, 'lost')).rejects.toMatchObject({ retry: true })
    const { reference } = await stripe().refund(ask, 'lost')
    const made = [...standIn.things.values()].filter(({ payment_intent }) => payment_intent === payment)
    expect(made.map(({ id }) => id)).toEqual([reference])
  })
})

describe('a reading', () => {
  it('finds what webhooks would have reported, under stable ids', async () => {
    const { subscription, payment, reference, checkout } = await subscribed()
    at += 31 * 86_400_000
    const renewal = standIn.renew(subscription)
    const read = await stripe().readCheckout(reference)
    expect(read.map(({ event }) => [event.kind, event.payment, event.checkout])).toEqual([
      ['payment_succeeded', renewal.payment, undefined],
      ['payment_succeeded', payment, checkout],
      ['subscription_changed', undefined, checkout],
    ])
    expect(read[1]?.occurredAt).toEqual(new Date(START))
    const again = await stripe().readSubscription(subscription)
    expect(again.slice(0, 2)).toEqual(read.slice(0, 2))
  })

  it('finds refunds and disputes started elsewhere', async () => {
    const { payment } = await subscribed()
    const { id } = standIn.dispute(payment)
    const recent = await stripe().readRecent(new Date(START - MINUTE))
    expect(recent.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ kind: 'dispute_opened', dispute: id, payment }),
    )
  })
})
