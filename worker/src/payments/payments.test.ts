import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import fc from 'fast-check'
import { readPaymentSettings } from 'payments/settings'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BtcpayStandIn } from '../../../payments/src/testing/btcpay-stand-in.ts'
import { type StandInEvent, StripeStandIn } from '../../../payments/src/testing/stripe-stand-in.ts'
import { SELLER_FACTS } from '../../../supabase/tests/money/seller-facts.ts'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { keepPaymentSettings, openProviders } from './payment-providers.ts'
import { doProviderCommands } from './provider-commands.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const SITE = 'https://vigie.test'
let ahead = 0
const now = () => Date.now() + ahead
const stripe = new StripeStandIn(() => Date.now())
const btcpay = new BtcpayStandIn(() => Date.now())
const NAMES = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
  'BTCPAY_URL',
  'BTCPAY_API_KEY',
  'BTCPAY_STORE',
  'BTCPAY_WEBHOOK_SECRET',
  'PAYMENT_CARD',
  'PAYMENT_CRYPTO',
]
let environment: Record<string, string>
let vigie: Product
let pool: Pool

beforeAll(async () => {
  await Promise.all([stripe.server.open(), btcpay.server.open()])
  environment = {
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: `whsec_next,${stripe.secret}`,
    STRIPE_API_URL: stripe.server.url,
    BTCPAY_URL: btcpay.server.url,
    BTCPAY_API_KEY: btcpay.key,
    BTCPAY_STORE: btcpay.store,
    BTCPAY_WEBHOOK_SECRET: btcpay.secret,
    PAYMENT_CARD: 'stripe',
    PAYMENT_CRYPTO: 'btcpay',
  }
  Object.assign(process.env, environment)
  vigie = await product('demo')
  pool = createPool(vigie.databaseUrl, 8, log)
  await prepareQueue(pool, log)
  await keepPaymentSettings(pool, readPaymentSettings(environment))
  const { error } = await vigie.as.admin.rpc('set_seller', { facts: { ...SELLER_FACTS, brand: 'Phare' } })
  if (error) throw error
}, 120_000)
afterAll(async () => {
  for (const name of NAMES) delete process.env[name]
  await Promise.all([stripe.server.close(), btcpay.server.close(), pool.end()])
  await vigie.stop()
})
beforeEach(() => {
  ahead = 0
  stripe.now = () => Date.now()
  btcpay.now = () => Date.now()
  stripe.events.length = 0
  btcpay.messages.length = 0
})

type Member = Awaited<ReturnType<Product['member']>>
async function call<Answer = Record<string, never>>(
  { client }: Member,
  name: string,
  values: object = {},
): Promise<Answer> {
  const { data, error } = await client.rpc(name as never, values as never)
  if (error) throw error
  return data as Answer
}

const workOff = () =>
  doProviderCommands({ pool, log, now }, openProviders(readPaymentSettings(environment), now), SITE)
const reconcile = () =>
  reconcilePayments({ pool, log, now }, openProviders(readPaymentSettings(environment), now))
const tierOf = async (member: Member) => (await call<{ tier: string }>(member, 'my_access')).tier

/** A member with an order on the provider's page. */
async function ordering(means: 'card' | 'crypto') {
  const member = await vigie.member()
  const { id } = await call<{ id: string }>(member, 'open_checkout', {
    plan: 'standard',
    period: 'month',
    means,
    details: { name: 'Alix Laurent', country: 'FR' },
    terms_version: '2026-11-21',
    expected_total: 3900,
    idempotency_key: randomUUID(),
  })
  await workOff()
  const { rows } = await pool.query('select provider_reference, provider_url from checkouts where id = $1', [
    id,
  ])
  return {
    member,
    checkout: id,
    reference: String(rows[0].provider_reference),
    url: rows[0].provider_url as string,
  }
}

const send = (provider: string, body: string, headers: Record<string, string>) =>
  fetch(`${vigie.url}/functions/v1/payment-webhook/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
const deliver = (body: string, signature = stripe.sign(body)) =>
  send('stripe', body, { 'stripe-signature': signature })
const deliverCoins = (body = btcpay.messages.at(-1) ?? '') =>
  send('btcpay', body, { 'btcpay-sig': btcpay.sign(body) })
const outcomeOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { outcome: string }).outcome,
]
const eventOf = (type: string): StandInEvent => {
  const found = stripe.events.findLast((event) => event.type === type)
  if (!found) throw new Error(`${type} was not told`)
  return found
}

/** A member's financial state, without row ids. */
async function standing({ id }: Member) {
  const { rows } = await pool.query(
    `select
       (select jsonb_agg(jsonb_build_object('state', state, 'until', current_period_end, 'method', method) order by created_at)
          from subscriptions where user_id = $1 and state <> 'incomplete') as contracts,
       (select jsonb_agg(jsonb_build_object('payment', provider_payment, 'state', state, 'amount', amount) order by provider_payment)
          from payments where user_id = $1) as payments,
       (select jsonb_agg(jsonb_build_object('from', starts_at, 'to', ends_at) order by starts_at) from premium_grants where user_id = $1) as access,
       (select coalesce(sum(amount), 0)::int from private.books where member = $1 and account like 'provider:%') as held,
       (select coalesce(sum(amount), 0)::int from private.books where member = $1) as books`,
    [id],
  )
  return rows[0]
}
const refusals = async () =>
  (await pool.query(`select reason, raw from private.provider_events where kind = '' order by id`)).rows as {
    reason: string
    raw: string
  }[]

const MONTH_MS = 30 * 86_400_000
/** Stripe's last event of a type, dated a month from now. */
async function deliverLater(type: string) {
  const { body } = eventOf(type)
  const headers = new Headers({ 'stripe-signature': stripe.sign(body) })
  const heard = await openProviders(readPaymentSettings(environment), now)
    .get('stripe')
    ?.hear(new TextEncoder().encode(body), headers)
  const { rows } = await pool.query(
    'select private.take_provider_event($1, $2, $3, $4, null, null, $5) as verdict',
    ['stripe', heard?.eventId, heard?.occurredAt, heard?.event, new Date(now())],
  )
  return rows[0].verdict as string
}
/** A contract whose month has ended, here and in Stripe. */
async function aMonthOn() {
  const { member, reference } = await ordering('card')
  const { subscription } = stripe.pay(reference)
  await deliver(eventOf('invoice.paid').body)
  ahead = MONTH_MS
  stripe.now = now
  return { member, subscription }
}

describe('a checkout at Stripe', () => {
  it('[S-107] grants premium access when the webhook arrives, not when the page reports success', async () => {
    const { member, checkout, reference, url } = await ordering('card')
    expect(url).toBe(`https://checkout.stripe.test/${reference}`)
    stripe.pay(reference)
    expect(await tierOf(member)).toBe('freemium')
    expect(await outcomeOf(await deliver(eventOf('invoice.paid').body))).toEqual([200, 'processed'])
    expect(await tierOf(member)).toBe('premium')
    expect(await call(member, 'read_checkout', { id: checkout })).toMatchObject({
      checkout: { state: 'paid', total: 3900 },
      subscription: {
        state: 'active',
        provider: 'stripe',
        method: { brand: 'visa', last4: '4242', expires: '2029-08' },
      },
      payment: { state: 'succeeded', amount: 3900 },
    })
    const { rows: known } = await pool.query(
      'select fingerprint, event from private.provider_events where member = $1 and kind = $2',
      [member.id, 'payment_succeeded'],
    )
    expect(known).toMatchObject([{ fingerprint: 'Xt5EWLLDS7FJjR1c', event: { card_country: 'FR' } }])
    expect(JSON.stringify(known[0].event)).not.toContain('Xt5EWLLDS7FJjR1c')
    expect(await outcomeOf(await deliver(eventOf('checkout.session.completed').body))).toEqual([
      200,
      'processed',
    ])
  })

  it('credits a payment once when its webhook arrives a hundred times at the same moment', async () => {
    const { member, reference } = await ordering('card')
    const { payment } = stripe.pay(reference)
    const { body } = eventOf('invoice.paid')
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(body).then(outcomeOf)))
    expect(answers.filter(([, outcome]) => outcome === 'processed')).toHaveLength(1)
    expect(answers.every(([status]) => status === 200)).toBe(true)
    expect(await standing(member)).toMatchObject({
      payments: [{ payment, state: 'succeeded', amount: 3900 }],
      held: 3900,
      books: 0,
    })
  }, 60_000)

  it('has the same result for any order and repetition of its events', async () => {
    const ends = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 0, 2], { minLength: 6 }), async (order) => {
        stripe.events.length = 0
        const { member, reference } = await ordering('card')
        const { payment, subscription } = stripe.pay(reference)
        // A partial refund and a cancellation in the provider's dashboard.
        stripe.tell('refund.created', {
          id: `re_${payment}`,
          status: 'succeeded',
          payment_intent: payment,
          amount: 900,
          currency: 'eur',
          metadata: {},
        })
        const stopped = { ...stripe.get(subscription), cancel_at_period_end: true }
        stripe.tell('customer.subscription.updated', stopped)
        for (const place of order) {
          const answer = await deliver(stripe.events[place]?.body ?? '')
          expect(answer.status).toBe(200)
        }
        const { contracts, payments, held, books } = await standing(member)
        expect(books).toBe(0)
        ends.add(
          JSON.stringify([
            contracts.map(({ state }: { state: string }) => state),
            payments.map(({ state }: { state: string }) => state),
            held,
          ]),
        )
      }),
      { numRuns: 8 },
    )
    expect([...ends]).toEqual([JSON.stringify([['canceled'], ['partially_refunded'], 3000])])
  }, 120_000)
})

describe('a webhook that is not authentic', () => {
  it('is answered 400, recorded with the reason, and changes nothing', async () => {
    const { member, reference } = await ordering('card')
    stripe.pay(reference)
    const { body } = eventOf('invoice.paid')
    const good = stripe.sign(body)
    const before = (await refusals()).length
    const old = stripe.sign(body, stripe.seconds - 301)
    expect(await outcomeOf(await deliver(body, stripe.sign(body, undefined, ['whsec_forged'])))).toEqual([
      400,
      'signature_wrong',
    ])
    expect(await outcomeOf(await deliver(body, old))).toEqual([400, 'stale'])
    expect(await outcomeOf(await deliver(body.slice(0, -20), good))).toEqual([400, 'signature_wrong'])
    expect(await outcomeOf(await deliver(JSON.stringify(JSON.parse(body)), good))).toEqual([
      400,
      'signature_wrong',
    ])
    expect(await outcomeOf(await send('stripe', body, {}))).toEqual([400, 'signature_missing'])
    expect(await outcomeOf(await send('btcpay', body, { 'btcpay-sig': btcpay.sign('other') }))).toEqual([
      400,
      'signature_wrong',
    ])
    const kept = (await refusals()).slice(before)
    expect(kept.map(({ reason }) => reason)).toEqual([
      'signature_wrong',
      'stale',
      'signature_wrong',
      'signature_wrong',
      'signature_missing',
      'signature_wrong',
    ])
    expect(kept[0]?.raw).toBe(body)
    expect(await tierOf(member)).toBe('freemium')
    // The authentic one is not mistaken for a repetition of the forged one.
    expect(await outcomeOf(await deliver(body))).toEqual([200, 'processed'])
  })

  it('with an invalid signature header is answered 400', async () => {
    const body = '{}'
    for (const header of [`t=${stripe.seconds},v1`, `t=${stripe.seconds},v1=`, 'v1', 't=1'])
      expect(await outcomeOf(await send('stripe', body, { 'stripe-signature': header }))).toEqual([
        400,
        'signature_wrong',
      ])
  })

  it('that is signed but malformed is recorded as refused, and not requested again', async () => {
    const body = JSON.stringify({
      id: `evt_${Date.now()}`,
      object: 'event',
      type: 'invoice.paid',
      created: stripe.seconds,
      data: null,
    })
    expect(await outcomeOf(await deliver(body))).toEqual([200, 'malformed'])
    expect(await outcomeOf(await deliver(body))).toEqual([200, 'malformed'])
    const kept = (await refusals()).filter(({ raw }) => raw === body)
    expect(kept.map(({ reason }) => reason)).toEqual(['malformed'])
  })

  it('is recorded up to a number per minute and a length, and once for equal bytes', async () => {
    const before = (await refusals()).length
    await Promise.all(Array.from({ length: 10 }, () => deliver('{"again": 1}', 't=1,v1=00')))
    expect((await refusals()).length - before).toBeLessThanOrEqual(1)
    expect(await outcomeOf(await deliver(`"${'x'.repeat(300 * 1024)}"`, 't=1,v1=00'))).toEqual([
      413,
      'too_large',
    ])
    for (let place = 0; place < 80; place++) await deliver(`{"n": ${place}}`, 't=1,v1=00')
    expect((await refusals()).length - before).toBeLessThanOrEqual(60)
  }, 60_000)

  it('never blocks authentic ones, however many arrive', async () => {
    const { member, reference } = await ordering('card')
    stripe.pay(reference)
    const forged = Array.from({ length: 3100 }).entries()
    const statuses = new Set<number>()
    const flood = async () => {
      for (const [place] of forged) statuses.add((await deliver(`{"flood": ${place}}`, 't=1,v1=00')).status)
    }
    await Promise.all(Array.from({ length: 20 }, flood))
    expect(await outcomeOf(await deliver(eventOf('invoice.paid').body))).toEqual([200, 'processed'])
    expect(await tierOf(member)).toBe('premium')
    // The minute's limit may already have been reached.
    expect(statuses).toContain(429)
    expect([...statuses].filter((status) => status !== 400 && status !== 429)).toEqual([])
  }, 60_000)

  it('is only processed for POST, for a known provider', async () => {
    expect((await fetch(`${vigie.url}/functions/v1/payment-webhook/stripe`)).status).toBe(405)
    expect((await send('paypal', '{}', {})).status).toBe(404)
  })
})

describe('failures in between', () => {
  it('a connection that dies between the event and its effect leaves neither; a repetition stores both', async () => {
    const { member, reference } = await ordering('card')
    stripe.pay(reference)
    const { id, body } = eventOf('invoice.paid')
    await pool.query(`
      create function public.hold() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(424242); return null; end $$;
      create trigger hold after insert on private.provider_events for each row execute function public.hold()`)
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(424242)')
    const answer = deliver(body)
    const stuck = () =>
      pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and not granted and objid = 424242`,
      )
    await expect.poll(async () => (await stuck()).rows.length, { timeout: 20_000 }).toBe(1)
    await pool.query('select pg_terminate_backend($1)', [(await stuck()).rows[0]?.pid])
    expect((await answer).status).toBe(503)
    await holder.query('select pg_advisory_unlock(424242)')
    holder.release()
    await pool.query('drop trigger hold on private.provider_events; drop function public.hold()')
    const stored = await pool.query('select from private.provider_events where event_id = $1', [id])
    expect(stored.rowCount).toBe(0)
    expect(await tierOf(member)).toBe('freemium')
    expect(await outcomeOf(await deliver(body))).toEqual([200, 'processed'])
    expect(await tierOf(member)).toBe('premium')
  }, 60_000)

  it('when a provider cannot be read, the webhook is sent again', async () => {
    const { member, reference } = await ordering('card')
    stripe.pay(reference)
    stripe.server.faults.push({ status: 500 }, { status: 500 })
    const { body } = eventOf('invoice.paid')
    expect(await outcomeOf(await deliver(body))).toEqual([503, 'try_again'])
    stripe.server.faults.length = 0
    expect(await outcomeOf(await deliver(body))).toEqual([200, 'processed'])
    expect(await tierOf(member)).toBe('premium')
  })

  it('a worker killed after the provider executed its command does not repeat it', async () => {
    const member = await vigie.member()
    const { id } = await call<{ id: string }>(member, 'open_checkout', {
      plan: 'pro',
      period: 'month',
      means: 'card',
      details: { name: 'Ann', country: 'FR' },
      terms_version: '2026-11-21',
      expected_total: 7900,
      idempotency_key: randomUUID(),
    })
    const made = () =>
      [...stripe.things.values()].filter(
        ({ metadata, object }) =>
          object === 'checkout.session' && (metadata as { checkout?: string })?.checkout === id,
      )
    // The price is searched, created, and the page created; its answer never arrives.
    stripe.server.faults.push(null, null, 'mute', 'silence', 'silence')
    const worker = startWorker()
    try {
      await expect.poll(() => made().length, { timeout: 60_000 }).toBe(1)
    } finally {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
    stripe.server.faults.length = 0
    ahead = 3 * 60_000
    await workOff()
    expect(made()).toHaveLength(1)
    const { rows } = await pool.query('select provider_reference from checkouts where id = $1', [id])
    expect(rows[0].provider_reference).toBe(made()[0]?.id)
  }, 120_000)

  function startWorker(): ChildProcess {
    return spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: {
        ...process.env,
        ...environment,
        DATABASE_URL: vigie.databaseUrl,
        PUBLIC_URL: SITE,
        MARKET_HISTORY: 'short',
        QUOTE_INTERVAL_MS: '60000',
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    })
  }
})

describe('a lost webhook', () => {
  it('is recovered by the hourly reading, once', async () => {
    const { member, reference } = await ordering('card')
    const { payment, subscription } = stripe.pay(reference)
    await reconcile()
    expect(await tierOf(member)).toBe('premium')
    const facts = () =>
      pool.query('select count(*)::int as n from private.provider_events where member = $1', [member.id])
    const [{ n }] = (await facts()).rows
    await reconcile()
    for (const { body } of stripe.events) await deliver(body)
    expect(await standing(member)).toMatchObject({
      payments: [{ payment, state: 'succeeded' }],
      held: 3900,
      books: 0,
    })
    await reconcile()
    const [after] = (await facts()).rows
    expect(after.n - n).toBe(stripe.events.length)
    // The cancellation too.
    Object.assign(stripe.get(subscription), { cancel_at_period_end: true })
    await reconcile()
    expect((await standing(member)).contracts).toMatchObject([{ state: 'canceled' }])
  })

  it('for a crypto payment is recovered although the order had ended here', async () => {
    const { member, reference } = await ordering('crypto')
    btcpay.receive(reference, 3900)
    btcpay.confirm(reference)
    await reconcile()
    expect(await tierOf(member)).toBe('premium')
  })

  it('for a dispute opened at the bank is recovered', async () => {
    const { member, reference } = await ordering('card')
    const { payment } = stripe.pay(reference)
    await deliver(eventOf('invoice.paid').body)
    const { id } = stripe.dispute(payment)
    await reconcile()
    expect((await standing(member)).payments).toMatchObject([{ state: 'disputed' }])
    stripe.closeDispute(id, 'lost')
    await reconcile()
    expect(await standing(member)).toMatchObject({ payments: [{ state: 'lost' }], held: 0, books: 0 })
    expect(await tierOf(member)).toBe('freemium')
  })
})

describe('a BTCPay Server invoice', () => {
  it.each([
    [
      'paid',
      'premium',
      'paid',
      'succeeded',
      (id: string) => {
        btcpay.receive(id, 3900)
        btcpay.confirm(id)
      },
    ],
    [
      'paid too much',
      'premium',
      'paid',
      'succeeded',
      (id: string) => {
        btcpay.receive(id, 5000)
        btcpay.confirm(id)
      },
    ],
    ['seen and not confirmed', 'freemium', 'waiting', 'pending', (id: string) => btcpay.receive(id, 3900)],
    [
      'paid in part',
      'freemium',
      'failed',
      'failed',
      (id: string) => {
        btcpay.receive(id, 1000)
        btcpay.expire(id)
      },
    ],
    [
      'never confirmed',
      'freemium',
      'failed',
      'failed',
      (id: string) => {
        btcpay.receive(id, 3900)
        btcpay.invalidate(id)
      },
    ],
    ['marked as paid by hand', 'premium', 'paid', 'succeeded', (id: string) => btcpay.mark(id)],
  ] as const)('with %s gives %s', async (_, tier, order, payment, happen) => {
    const { member, checkout, reference } = await ordering('crypto')
    happen(reference)
    for (const message of btcpay.messages) expect((await deliverCoins(message)).status).toBe(200)
    expect(await tierOf(member)).toBe(tier)
    const { rows } = await pool.query('select state from checkouts where id = $1', [checkout])
    expect(rows[0].state).toBe(order)
    const { payments, books } = await standing(member)
    expect(payments).toMatchObject([{ state: payment }])
    expect(books).toBe(0)
  })

  it('refunded is claimed by its member: the page is mailed and shown until then', async () => {
    const { member, reference } = await ordering('crypto')
    btcpay.receive(reference, 3900)
    btcpay.confirm(reference)
    for (const message of btcpay.messages) await deliverCoins(message)
    const other = await vigie.member()
    await call(member, 'withdraw_subscription', { refund: 3900 })
    await workOff()
    await workOff()
    const [pull] = [...btcpay.pulls.values()].slice(-1)
    const refund = async () =>
      (
        await pool.query(
          'select state, claim_url, done_at is null as waits from refunds where user_id = $1',
          [member.id],
        )
      ).rows
    expect(btcpay.server.posts(/\/refund$/).at(-1)?.body).toContain('"description":"Phare"')
    expect(await refund()).toEqual([{ state: 'asked', claim_url: pull?.viewLink, waits: true }])
    const mails = await pool.query(
      `select data from _server.mail_outbox where to_address = (select email from auth.users where id = $1) and template = 'refund_to_fetch'`,
      [member.id],
    )
    expect(mails.rows).toMatchObject([
      { data: { ConfirmationURL: pull?.viewLink, Money: { Amount: 3900, Currency: 'EUR' } } },
    ])
    const line = async (who: Member) =>
      (await call<{ kind: string; details: { claim_url?: string } }[]>(who, 'billing_timeline')).filter(
        ({ kind }) => kind.startsWith('refund'),
      )
    expect(await line(member)).toMatchObject([
      { kind: 'refund_asked', details: { claim_url: pull?.viewLink } },
    ])
    expect(await line(other)).toEqual([])
    const { rows: payments } = await pool.query('select id from payments where user_id = $1', [member.id])
    const file = await vigie.as.admin.rpc('payment_file', { payment: payments[0].id })
    expect(file.data).toMatchObject({ refunds: [{ claim_url: pull?.viewLink }] })

    ahead = 60_000
    btcpay.now = now
    btcpay.payOut(pull?.id ?? '')
    await reconcile()
    expect(await refund()).toEqual([{ state: 'succeeded', claim_url: null, waits: false }])
    const [told] = await line(member)
    expect(told).toMatchObject({ kind: 'refund_succeeded' })
    expect(told?.details).not.toHaveProperty('claim_url')
    expect(await standing(member)).toMatchObject({ held: 0, books: 0 })
  })

  it('that expired and was paid afterwards keeps the money apart and grants nothing', async () => {
    const { member, checkout, reference } = await ordering('crypto')
    btcpay.expire(reference)
    await deliverCoins()
    expect((await pool.query('select state from checkouts where id = $1', [checkout])).rows[0].state).toBe(
      'expired',
    )
    btcpay.receive(reference, 3900)
    expect((await deliverCoins()).status).toBe(200)
    expect(await tierOf(member)).toBe('freemium')
    const { rows } = await pool.query(
      'select surplus::int, net::int, failure from payments where user_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ surplus: 3900, net: 0, failure: 'paid_late' }])
  })

  it('for another amount than agreed is refused and recorded', async () => {
    const { member, reference } = await ordering('crypto')
    btcpay.invoice(reference).amount = '1.00'
    btcpay.receive(reference, 100)
    btcpay.confirm(reference)
    expect(await outcomeOf(await deliverCoins())).toEqual([200, 'refused'])
    const { rows } = await pool.query('select reason from private.provider_events where event_id = $1', [
      `${reference}:Settled:None`,
    ])
    expect(rows[0].reason).toBe('amount_mismatch')
    expect(await tierOf(member)).toBe('freemium')
  })
})

describe('a command that a provider refuses', () => {
  it('permanently fails the order, and the admins are told', async () => {
    const member = await vigie.member()
    stripe.server.faults.push({ status: 400 })
    const { id } = await call<{ id: string }>(member, 'open_checkout', {
      plan: 'standard',
      period: 'month',
      means: 'card',
      details: { name: 'Ann', country: 'FR' },
      terms_version: '2026-11-21',
      expected_total: 3900,
      idempotency_key: randomUUID(),
    })
    await workOff()
    expect(await call(member, 'read_checkout', { id })).toMatchObject({
      checkout: { state: 'failed', failure: 'provider_refused' },
    })
    const { rows } = await pool.query(
      `select template from _server.mail_outbox where template = 'provider_command_failed'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('temporarily is retried later, not before the requested time', async () => {
    const member = await vigie.member()
    stripe.server.faults.push(...Array.from({ length: 3 }, () => ({ status: 429, retryAfter: 90 })))
    const { id } = await call<{ id: string }>(member, 'open_checkout', {
      plan: 'standard',
      period: 'month',
      means: 'card',
      details: { name: 'Ann', country: 'FR' },
      terms_version: '2026-11-21',
      expected_total: 3900,
      idempotency_key: randomUUID(),
    })
    await workOff()
    stripe.server.faults.length = 0
    const url = async () =>
      (await pool.query('select provider_url from checkouts where id = $1', [id])).rows[0].provider_url
    ahead = 60_000
    await workOff()
    expect(await url()).toBeNull()
    ahead = 91_000
    await workOff()
    expect(await url()).toMatch(/^https:\/\/checkout\.stripe\.test/)
  })

  it('[S-47] a plan changed, cancelled and resumed by its member is so in Stripe, for the quoted amount', async () => {
    const { member, reference } = await ordering('card')
    const { subscription } = stripe.pay(reference)
    await deliver(eventOf('invoice.paid').body)
    const { due } = await call<{ due: number }>(member, 'quote_change', { plan: 'pro', period: 'month' })
    await call(member, 'change_subscription', {
      plan: 'pro',
      period: 'month',
      due,
      terms_version: '2026-11-21',
    })
    await workOff()
    expect(await outcomeOf(await deliver(eventOf('invoice.paid').body))).toEqual([200, 'processed'])
    await deliver(eventOf('customer.subscription.updated').body)
    const contract = async () =>
      (await call<{ subscription: Record<string, unknown> }>(member, 'my_subscription')).subscription
    expect(await contract()).toMatchObject({ plan: 'pro', state: 'active' })
    expect(await standing(member)).toMatchObject({ held: 3900 + due, books: 0 })

    await call(member, 'cancel_subscription')
    await workOff()
    expect(stripe.get(subscription).cancel_at_period_end).toBe(true)
    await call(member, 'resume_subscription')
    await workOff()
    expect(stripe.get(subscription).cancel_at_period_end).toBe(false)
    for (const { body } of stripe.events) await deliver(body)
    expect(await contract()).toMatchObject({ plan: 'pro', state: 'active' })

    const { id } = await call<{ id: string }>(member, 'open_payment_portal')
    await workOff()
    expect(await call(member, 'read_checkout', { id })).toMatchObject({
      checkout: { provider_url: expect.stringMatching(/^https:\/\/billing\.stripe\.test/) },
    })
    // Each is a call to the provider: ten in an hour.
    for (let asked = 1; asked < 10; asked += 1) await call(member, 'open_payment_portal')
    await expect(call(member, 'open_payment_portal')).rejects.toMatchObject({ message: 'too_many_portals' })
    await workOff()
  })

  it('a change that requires bank authentication leads the member there, and is made afterwards', async () => {
    const { member, reference } = await ordering('card')
    const { subscription } = stripe.pay(reference)
    await deliver(eventOf('invoice.paid').body)
    const { due } = await call<{ due: number }>(member, 'quote_change', { plan: 'pro', period: 'month' })
    stripe.asking = true
    const { checkout } = await call<{ checkout: { id: string } }>(member, 'change_subscription', {
      plan: 'pro',
      period: 'month',
      due,
      terms_version: '2026-11-21',
    })
    await workOff()
    stripe.asking = false
    const invoice = String(stripe.get(subscription).latest_invoice)
    const url = stripe.get(invoice).hosted_invoice_url
    const order = async () => await call(member, 'read_checkout', { id: checkout.id })
    expect(await order()).toMatchObject({ checkout: { state: 'open', provider_url: url } })
    await deliver(eventOf('invoice.payment_action_required').body)
    expect(await order()).toMatchObject({ checkout: { state: 'waiting', provider_url: url } })
    expect((await call(member, 'my_subscription')).subscription).toMatchObject({ plan: 'standard' })
    stripe.settleInvoice(invoice)
    await deliver(eventOf('invoice.paid').body)
    expect(await order()).toMatchObject({ checkout: { state: 'paid' } })
    expect((await call(member, 'my_subscription')).subscription).toMatchObject({ plan: 'pro' })
    expect(await standing(member)).toMatchObject({ held: 3900 + due, books: 0 })
  })

  it('a change that fails permanently leaves nothing in Stripe that a renewal would charge', async () => {
    const { member, reference } = await ordering('card')
    const { subscription } = stripe.pay(reference)
    await deliver(eventOf('invoice.paid').body)
    const { due } = await call<{ due: number }>(member, 'quote_change', { plan: 'pro', period: 'month' })
    stripe.declining = true
    const { checkout } = await call<{ checkout: { id: string } }>(member, 'change_subscription', {
      plan: 'pro',
      period: 'month',
      due,
      terms_version: '2026-11-21',
    })
    await workOff()
    stripe.declining = false
    expect(await call(member, 'read_checkout', { id: checkout.id })).toMatchObject({
      checkout: { state: 'failed', failure: 'card_declined' },
    })
    await workOff()
    expect(stripe.get(subscription).pending_update).toBeNull()
    const { rows } = await pool.query(
      `select kind, state from private.provider_commands where subject = $1 order by id`,
      [checkout.id],
    )
    expect(rows).toEqual([
      { kind: 'change', state: 'failed' },
      { kind: 'drop_change', state: 'done' },
    ])
  })

  it('an open amount is paid on the page linked in the mail and the account', async () => {
    const { member, subscription } = await aMonthOn()
    const { invoice } = stripe.renew(subscription, 'authentication_required')
    expect(await deliverLater('invoice.payment_action_required')).toBe('processed')
    const url = stripe.get(invoice).hosted_invoice_url
    expect(await call(member, 'my_subscription')).toMatchObject({
      subscription: { state: 'past_due' },
      pay_page: url,
      bank_asks: true,
    })
    const { rows } = await pool.query(
      `select data from _server.mail_outbox where to_address = (select email from auth.users where id = $1) and template = 'payment_failed'`,
      [member.id],
    )
    expect(rows).toMatchObject([{ data: { ConfirmationURL: url, Money: { BankAsks: true } } }])
    stripe.settleInvoice(invoice)
    expect(await deliverLater('invoice.paid')).toBe('processed')
    expect(await call(member, 'my_subscription')).toMatchObject({
      subscription: { state: 'active' },
      pay_page: null,
      bank_asks: false,
    })
  })

  it('a card changed while a renewal is unpaid pays it at once', async () => {
    const { member, subscription } = await aMonthOn()
    const { invoice } = stripe.renew(subscription, 'expired_card')
    expect(await deliverLater('invoice.payment_failed')).toBe('processed')
    await openProviders(readPaymentSettings(environment), now)
      .get('stripe')
      ?.openPortal(subscription, SITE, `portal:${subscription}`)
    stripe.chooseCard(String(stripe.get(subscription).customer), { last4: '1881' })
    expect(await deliverLater('customer.updated')).toBe('processed')
    await workOff()
    expect(stripe.get(invoice).status).toBe('paid')
    expect(await deliverLater('invoice.paid')).toBe('processed')
    const { subscription: contract } = await call(member, 'my_subscription')
    expect(contract).toMatchObject({ state: 'active', method: { last4: '1881' } })
  })

  it('commands are only for the worker, and provider events only for the service role', async () => {
    const { client } = await vigie.member()
    const event = { provider: 'stripe', event_id: 'x', raw: '', headers: {} }
    const told = { ...event, occurred_at: new Date().toISOString(), event: { kind: 'payment_succeeded' } }
    for (const actor of [client, vigie.as.visitor, vigie.as.admin]) {
      expect((await actor.rpc('receive_provider_event', told)).error?.code).toBe('42501')
      expect((await actor.rpc('refuse_provider_event', { ...event, reason: 'x' })).error?.code).toBe('42501')
      expect((await actor.rpc('claim_provider_command' as never)).error?.code).toBe('PGRST202')
    }
  })

  it('a refund requested in SQL is made once and recorded', async () => {
    const { member, reference } = await ordering('card')
    const { payment } = stripe.pay(reference)
    await deliver(eventOf('invoice.paid').body)
    await pool.query(
      `insert into private.money_commands (member, subscription_id, kind, at, details)
       select user_id, id, 'refund', clock_timestamp(), jsonb_build_object('refund', gen_random_uuid(), 'payment', 'stripe:' || $2, 'amount', 1000, 'reason', 'staff')
       from subscriptions where user_id = $1`,
      [member.id, payment],
    )
    await pool.query('select private.settle_member($1, clock_timestamp())', [member.id])
    await workOff()
    await workOff()
    await deliver(eventOf('refund.created').body)
    const { rows } = await pool.query(
      'select state, amount::int, provider_refund from refunds where user_id = $1',
      [member.id],
    )
    expect(rows).toEqual([
      { state: 'succeeded', amount: 1000, provider_refund: expect.stringMatching(/^re_/) },
    ])
    expect(await standing(member)).toMatchObject({ held: 2900, books: 0 })
  })
})
