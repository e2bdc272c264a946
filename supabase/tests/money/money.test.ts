import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { type Product, product } from '../product.ts'
import { day, type MoneyStage, moneyStage, type Order, refusal } from './money-stage.ts'

let vigie: Product
let stage: MoneyStage
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())

type Member = Pick<Awaited<ReturnType<Product['member']>>, 'client' | 'id'>
const CARD = { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' }
const ORDER = {
  plan: 'standard',
  period: 'month',
  means: 'card',
  details: { name: 'Alix Laurent', country: 'FR' },
  terms_version: '2026-11-21',
}

/** Calls a function as a member. Throws the refusal. */
async function call<Answer = Record<string, unknown>>(
  { client }: Pick<Member, 'client'>,
  name: string,
  values: object = {},
): Promise<Answer> {
  const { data, error } = await client.rpc(name as never, values as never)
  if (error) throw error
  return data as Answer
}
/** Orders at the quoted total, as the screen does. */
async function order(member: Member, changes: object = {}) {
  const wanted = { ...ORDER, ...changes } as typeof ORDER & { coupon?: string }
  const { plan, period, details, coupon } = wanted
  const { country, vat_number } = details as { country: string; vat_number?: string }
  const { data: quote } = await member.client.rpc(
    'quote_checkout' as never,
    { plan, period, country, ...(vat_number ? { vat_number } : {}), ...(coupon ? { coupon } : {}) } as never,
  )
  return call<Order & { state: string; reference: string }>(member, 'open_checkout', {
    expected_total: (quote as { total: number } | null)?.total ?? 0,
    idempotency_key: randomUUID(),
    ...wanted,
  })
}
const tier = async (member: Member) => (await call<{ tier: string }>(member, 'my_access')).tier

describe('an order', () => {
  it('[S-107] opens premium access once a test card has paid it, not before', async () => {
    const member = await vigie.member()
    const { id, reference } = await order(member)
    expect(reference).toMatch(/^VG-P-\d{6}$/)
    expect(await call(member, 'read_checkout', { id })).toMatchObject({
      checkout: { state: 'open' },
      payment: null,
      subscription: null,
    })
    expect(await tier(member)).toBe('freemium')
    expect(await call(member, 'sandbox_pay', { checkout: id, card: CARD })).toMatchObject({
      checkout: { state: 'paid', total: 3900, net: 3250, tax: 650 },
      steps: [{ kind: 'agreed' }, { kind: 'payment_succeeded' }, { kind: 'access_opened' }],
      subscription: { state: 'active', plan: 'standard' },
      payment: { state: 'succeeded', amount: 3900, net: 3250, tax: 650 },
    })
    expect(await tier(member)).toBe('premium')
    expect(await call(member, 'my_subscription')).toMatchObject({
      tier: 'premium',
      next_charge: { amount: 3900, currency: 'EUR' },
      method: { brand: 'visa', last4: '4242' },
      withdrawal: { possible: true, paid: 3900, used: 0, refund: 3900 },
      plan: { slug: 'standard', allowances: { ai_messages: 50 } },
    })
    const line = await call<{ kind: string }[]>(member, 'billing_timeline')
    expect(line.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'next_charge',
        'withdrawal_ends',
        'started',
        'payment_succeeded',
        'terms_accepted',
        'account_created',
        'invoice_issued',
      ]),
    )
    const invoice = await stage.one<{ number: string; id: string }>(
      'select id, number from invoices where user_id = $1',
      [member.id],
    )
    const told = async () =>
      (await call<{ kind: string; details: object }[]>(member, 'billing_timeline')).filter(({ kind }) =>
        kind.endsWith('_issued'),
      )
    const file = `${member.id}/${invoice.number}.pdf`
    expect(await told()).toMatchObject([
      { amount: null, details: { ...invoice, file, total: 3900, net: 3250, tax: 650, drawn: false } },
    ])
    await stage.admin.query(`select private.invoice_drawn($1, repeat('0', 64), 1, now())`, [invoice.id])
    expect(await told()).toMatchObject([{ details: { drawn: true } }])
    await expect(order(member)).rejects.toMatchObject({ message: 'already_subscribed' })
    await expect(call(member, 'sandbox_pay', { checkout: id, card: CARD })).rejects.toMatchObject({
      message: 'paid_already',
    })
  })

  it('is the same one when it is sent twice, also at once', async () => {
    const member = await vigie.member()
    const idempotency_key = randomUUID()
    const made = await Promise.all(Array.from({ length: 5 }, () => order(member, { idempotency_key })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  it('is made at the total that was shown, or refused with the total that holds, leaving nothing', async () => {
    const member = await vigie.member()
    for (const expected_total of [3899, 3901, null])
      await expect(order(member, { expected_total })).rejects.toMatchObject({
        message: 'price_moved',
        hint: 'expected_total',
        details: '3900',
      })
    expect(
      await stage.rows(
        'select from checkouts where user_id = $1 union all select from subscriptions where user_id = $1 union all select from billing_details where user_id = $1',
        [member.id],
      ),
    ).toEqual([])
    const idempotency_key = randomUUID()
    const made = await order(member, { idempotency_key })
    expect(await order(member, { idempotency_key })).toMatchObject({ id: made.id })
    await expect(order(member, { idempotency_key, expected_total: 3800 })).rejects.toMatchObject({
      message: 'price_moved',
    })
  })

  it.each([
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
  ])('with the card %s fails for %s, and can be paid with another', async (number, failure) => {
    const member = await vigie.member()
    const { id } = await order(member)
    expect(await call(member, 'sandbox_pay', { checkout: id, card: { ...CARD, number } })).toMatchObject({
      checkout: { state: 'failed', failure },
    })
    expect(await tier(member)).toBe('freemium')
    expect(await call(member, 'sandbox_pay', { checkout: id, card: CARD })).toMatchObject({
      checkout: { state: 'paid' },
    })
  })

  it('waits for the bank’s question, and is paid by a yes alone', async () => {
    const member = await vigie.member()
    const card = { ...CARD, number: '4000002500003155' }
    const { id: refused } = await order(member)
    expect(await call(member, 'sandbox_pay', { checkout: refused, card })).toMatchObject({
      checkout: { state: 'waiting' },
    })
    expect(await call(member, 'sandbox_authenticate', { checkout: refused, accepted: false })).toMatchObject({
      checkout: { state: 'failed', failure: 'authentication_failed' },
    })
    await call(member, 'sandbox_pay', { checkout: refused, card })
    expect(await tier(member)).toBe('freemium')
    expect(await call(member, 'sandbox_authenticate', { checkout: refused, accepted: true })).toMatchObject({
      checkout: { state: 'paid' },
    })
    expect(await tier(member)).toBe('premium')
  })

  it('takes no card but the listed test cards, and keeps none', async () => {
    const member = await vigie.member()
    const { id } = await order(member)
    await expect(
      call(member, 'sandbox_pay', { checkout: id, card: { ...CARD, number: '4111111111111111' } }),
    ).rejects.toMatchObject({ message: 'not_a_test_card', hint: 'number' })
    await call(member, 'sandbox_pay', { checkout: id, card: CARD })
    expect(
      await stage.rows(
        `select from private.provider_events where event::text like '%4242424242424242%' or event::text like '%"cvc"%'`,
      ),
    ).toEqual([])
  })

  it('in crypto buys for what is owed: too little buys nothing, too much and too late are given back', async () => {
    const play = async (outcome: string) => {
      const member = await vigie.member()
      const { id } = await order(member, { means: 'crypto' })
      const { checkout } = await call<{ checkout: { state: string } }>(member, 'sandbox_crypto', {
        checkout: id,
        outcome,
      })
      await stage.admin.query(`select private.settle_member($1, now() + interval '2 days')`, [member.id])
      const money = await stage.one(
        `select amount::int, (net + tax)::int as bought, surplus::int, (select coalesce(sum(amount), 0)::int from refunds where payment_id = payments.id and state = 'succeeded') as back
         from payments where user_id = $1`,
        [member.id],
      )
      return { state: checkout.state, tier: await tier(member), ...(money as object) }
    }
    expect(await play('seen')).toMatchObject({ state: 'waiting', tier: 'freemium' })
    expect(await play('paid')).toMatchObject({ state: 'paid', tier: 'premium', bought: 3900, back: 0 })
    expect(await play('underpaid')).toMatchObject({
      state: 'failed',
      tier: 'freemium',
      bought: 0,
      surplus: 1950,
      back: 1950,
    })
    expect(await play('overpaid')).toMatchObject({
      state: 'paid',
      tier: 'premium',
      bought: 3900,
      surplus: 390,
      back: 390,
    })
    expect(await play('late')).toMatchObject({
      state: 'expired',
      tier: 'freemium',
      bought: 0,
      surplus: 3900,
      back: 3900,
    })
    expect(await play('expired')).toMatchObject({ state: 'expired', tier: 'freemium' })
  })

  it('is nobody else’s: not to read, not to pay', async () => {
    const [owner, other] = [await vigie.member(), await vigie.member()]
    const { id } = await order(owner)
    await expect(call(other, 'read_checkout', { id })).rejects.toMatchObject({ message: 'no_such_checkout' })
    await expect(call(other, 'sandbox_pay', { checkout: id, card: CARD })).rejects.toMatchObject({
      message: 'no_such_checkout',
    })
    await expect(
      call({ client: vigie.as.visitor }, 'open_checkout', { ...ORDER, expected_total: 3900 }),
    ).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('costs what was quoted, tax included, by the country', async () => {
    const quote = (country: string) =>
      call({ client: vigie.as.visitor }, 'quote_checkout', { plan: 'pro', period: 'year', country })
    expect(await quote('FR')).toMatchObject({
      total: 79000,
      net: 65833,
      tax: 13167,
      tax_rate: 20,
      renewal_total: 79000,
    })
    expect(await quote('FI')).toMatchObject({ total: 79000, net: 62948, tax: 16052, tax_rate: 25.5 })
    expect(await quote('CH')).toMatchObject({ total: 79000, net: 79000, tax: 0, tax_rate: 0 })
    await expect(quote('France')).rejects.toMatchObject({ message: 'country_wrong', hint: 'country' })
    expect(await call({ client: vigie.as.visitor }, 'payment_means')).toEqual([
      { means: 'card', provider: 'sandbox' },
      { means: 'crypto', provider: 'sandbox' },
    ])
  })

  it.each([
    [
      'a business elsewhere in the Union owes the tax itself',
      'DE',
      'de 123 456 789',
      'reverse_charge',
      0,
      true,
    ],
    ['one of France pays the French tax', 'FR', 'FR40303265045', 'domestic', 650, true],
    ['one outside the Union pays none', 'CH', 'CHE-123.456.789', 'outside_business', 0, true],
    ['a number of another country is a consumer’s', 'DE', 'FR40303265045', 'one_stop_shop', 623, false],
    ['without a number one is a consumer', 'DE', '', 'one_stop_shop', 623, null],
  ] as const)('[S-107] is quoted with the tax that will be charged: %s', async (...row) => {
    const [, country, vat_number, treatment, tax, vat_number_fits] = row
    const member = await vigie.member()
    const details = {
      ...ORDER.details,
      country,
      vat_number,
      address: '1 rue des Phares',
      postcode: '10115',
      city: 'Berlin',
    }
    await stage.admin.query('update private.seller set one_stop_shop = true')
    try {
      const quoted = { total: 3900, tax, net: 3900 - tax, treatment }
      expect(
        await call(member, 'quote_checkout', { plan: 'standard', period: 'month', country, vat_number }),
      ).toMatchObject({ ...quoted, vat_number_fits })
      expect(await order(member, { details })).toMatchObject(quoted)
      expect(await call(member, 'my_subscription')).toMatchObject({ tax: { treatment } })
    } finally {
      await stage.admin.query('update private.seller set one_stop_shop = false')
    }
  })

  it('requires the whole address of a business, and of no other customer', async () => {
    const member = await vigie.member()
    const address = { address: '1 rue des Phares', postcode: '29200', city: 'Brest' }
    const business = { ...ORDER.details, ...address, vat_number: 'FR40303265045' }
    const saved = (details: object) =>
      call(member, 'save_billing_details', { details }).then(
        () => null,
        ({ message, hint }) => `${message} ${hint}`,
      )
    for (const fact of ['address', 'postcode', 'city'] as const)
      expect(await saved({ ...business, [fact]: ' ' })).toBe(`address_required ${fact}`)
    await expect(order(member, { details: { ...business, city: '' } })).rejects.toMatchObject({
      message: 'address_required',
      hint: 'city',
    })
    expect(await saved(business)).toBeNull()
    expect(await saved({ ...ORDER.details, vat_number: '' })).toBeNull()
    // Hong Kong has no postcodes.
    expect(await saved({ ...business, country: 'HK', vat_number: 'HK1234', postcode: '' })).toBeNull()
  })
})

describe('a coupon', () => {
  it('that one may use goes to one of two who use it at once, and is free again when the order is not paid', async () => {
    await stage.admin.query(`insert into coupons (code, percent, most) values ('UNSEUL', 50, 1)`)
    const [one, two] = [await vigie.member(), await vigie.member()]
    const tried = await Promise.allSettled([
      order(one, { coupon: 'unseul' }),
      order(two, { coupon: 'UNSEUL' }),
    ])
    const won = tried.flatMap((made) => (made.status === 'fulfilled' ? [made.value] : []))
    expect(won).toHaveLength(1)
    expect(won[0]).toMatchObject({ total: 1950 })
    expect(tried.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'coupon_used', hint: 'coupon' },
    })
    await stage.admin.query(`select private.settle_due(now() + interval '25 hours')`)
    expect(await stage.one(`select used from coupons where code = 'UNSEUL'`)).toEqual({ used: 0 })
    const loser = won[0]?.user_id === one.id ? two : one
    const { id } = await order(loser, { coupon: 'UNSEUL' })
    await call(loser, 'sandbox_pay', { checkout: id, card: CARD })
    expect(await call(loser, 'my_subscription')).toMatchObject({ next_charge: { amount: 3900 } })
    await expect(order(await vigie.member(), { coupon: 'RIEN' })).rejects.toMatchObject({
      message: 'coupon_unknown',
    })
  })

  const asks = ({ client }: Pick<Member, 'client'>, coupon: string) =>
    call<{ coupon: string | null; coupon_refusal?: string }>({ client }, 'quote_checkout', {
      plan: 'standard',
      period: 'month',
      country: 'FR',
      coupon,
    }).then(({ coupon: taken, coupon_refusal }) => coupon_refusal ?? taken)

  it('is not found by trying: ten codes that do not exist are an hour’s, and one that was taken stays', async () => {
    await stage.admin.query(`insert into coupons (code, percent) values ('CONNU', 10), ('SECRET', 90)`)
    const [member, other] = [await vigie.member(), await vigie.member()]
    const many = async () =>
      Promise.all(Array.from({ length: 14 }, (_, place) => asks(member, `ESSAI-${place}`)))
    expect(await asks(member, 'connu')).toBe('CONNU')
    // The same code, entered again while the order changes, counts as one attempt.
    for (let time = 0; time < 12; time += 1) expect(await asks(member, 'ESSAI-0')).toBe('coupon_unknown')
    const answers = await many()
    expect(answers.filter((answer) => answer === 'coupon_unknown')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'too_many_coupons')).toHaveLength(4)
    expect(await asks(member, 'SECRET')).toBe('too_many_coupons')
    expect(await asks(member, 'CONNU')).toBe('CONNU')
    expect(await asks(other, 'SECRET')).toBe('SECRET')
    await stage.admin.query(`update private.coupon_tries set at = at - interval '61 minutes'`)
    expect(await asks(member, 'SECRET')).toBe('SECRET')
    await stage.admin.query('delete from private.coupon_tries')
  })

  it('is not found from one address with several accounts, nor by ordering', async () => {
    const { client } = await vigie.member()
    for (let place = 0; place < 30; place += 1)
      expect(await asks({ client: vigie.as.visitor }, `VISITE-${place}`)).toBe('coupon_unknown')
    expect(await asks({ client: vigie.as.visitor }, 'SECRET')).toBe('too_many_coupons')
    expect(await asks({ client }, 'SECRET')).toBe('too_many_coupons')
    // An order with an unquoted code gets the same error for existing and unknown codes.
    for (const coupon of ['SECRET', 'VISITE-0'])
      await expect(
        call({ client }, 'open_checkout', { ...ORDER, expected_total: 390, coupon }),
      ).rejects.toMatchObject({ message: 'coupon_unknown', hint: 'coupon' })
    await stage.admin.query('delete from private.coupon_tries')
  })
})

describe('what a provider tells', () => {
  const event = (made: Order, changes: object = {}) => ({
    kind: 'payment_succeeded',
    checkout: made.id,
    subscription: `x_${made.id}`,
    payment: `p_${made.id}`,
    amount: 3900,
    currency: 'EUR',
    ...changes,
  })
  const stored = (id: string) =>
    stage.one<{ state: string; reason: string }>(
      'select state, reason from private.provider_events where event_id = $1',
      [id],
    )

  it('is taken from adapters alone, once, and a hundred times at once is once', async () => {
    const who = await stage.member()
    const made = await stage.open(who, new Date())
    const values = ['sandbox', randomUUID(), new Date(), JSON.stringify(event(made))]
    const statement = 'select receive_provider_event($1, $2, $3, $4, null, null)'
    for (const actor of ['visitor', 'freemium', 'premium', 'analyst', 'admin'] as const)
      expect((await attempt(vigie, actor, statement, values)).refused).toBe('42501')
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        vigie.as.service_role
          .rpc('receive_provider_event', {
            provider: 'sandbox',
            event_id: values[1],
            occurred_at: values[2],
            event: event(made),
            raw: '{}',
            headers: {},
          } as never)
          .then(({ data, error }) => error ?? data),
      ),
    )
    expect(answers.filter((answer) => answer === 'processed')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'duplicate')).toHaveLength(99)
    expect(await stage.balances(who)).toEqual({ 'provider:sandbox': 3900, revenue: -3250, 'vat:FR': -650 })
  })

  it.each([
    ['another amount', { amount: 1 }, 'amount_mismatch', 0],
    ['another currency', { currency: 'USD' }, 'currency_mismatch', 0],
    ['no amount', { amount: null }, 'incomplete', 0],
    ['an amount that is none', { amount: -3900 }, 'amount_wrong', 0],
    ['an unknown order', { checkout: randomUUID() }, 'checkout_unknown', 0],
    ['a kind that nobody knows', { kind: 'money' }, 'kind_unknown', 0],
    ['a time to come', {}, 'from_the_future', 1],
    ['a time years ago', {}, 'before_the_order', -1200],
    [
      'a period of ten years',
      { period_start: '2026-11-12T17:04:00Z', period_end: '2036-11-12T17:04:00Z' },
      'period_mismatch',
      0,
    ],
  ])('with %s is refused, kept for inspection, and moves no money', async (_, changes, reason, days) => {
    const who = await stage.member()
    const made = await stage.open(who, day(0))
    const id = randomUUID()
    expect(await stage.tell(day(0.001 + days), event(made, changes), { id, received: day(0.001) })).toBe(
      'refused',
    )
    expect(await stage.tell(day(0.001 + days), event(made, changes), { id, received: day(0.002) })).toBe(
      'duplicate',
    )
    expect(await stored(id)).toEqual({ state: 'refused', reason })
    expect(await stage.balances(who)).toEqual({})
    expect(await stage.hasAccess(who, day(1))).toBe(false)
    // The correct code is still accepted.
    expect(await stage.tell(day(0.002), event(made))).toBe('processed')
    expect(await stage.hasAccess(who, day(1))).toBe(true)
  })

  it('about somebody else’s numbers is refused', async () => {
    const [one, two] = [
      await stage.open(await stage.member(), day(0)),
      await stage.open(await stage.member(), day(0)),
    ]
    await stage.tell(day(0.001), event(one))
    const id = randomUUID()
    expect(await stage.tell(day(0.002), event(two, { payment: `p_${one.id}` }), { id })).toBe('refused')
    expect(await stored(id)).toEqual({ state: 'refused', reason: 'somebody_elses' })
    expect(await stage.balances(two.user_id)).toEqual({})
  })

  it('about what is not known yet waits, and is taken when it is', async () => {
    const who = await stage.member()
    const made = await stage.open(who, day(0))
    const id = randomUUID()
    expect(
      await stage.tell(
        day(2),
        {
          kind: 'refund_succeeded',
          payment: `p_${made.id}`,
          refund: `r_${made.id}`,
          amount: 3900,
          currency: 'EUR',
        },
        { id },
      ),
    ).toBe('waiting')
    expect(await stage.tell(day(0.001), event(made), { received: day(2.1) })).toBe('processed')
    expect(await stored(id)).toEqual({ state: 'processed', reason: null })
    expect(await stage.balances(who)).toEqual({ revenue: -3250, refunds: 3250 })
    expect(await stage.hasAccess(who, day(2.2))).toBe(false)
  })

  it('about an order that ran out buys nothing, and the money goes back a day later', async () => {
    const who = await stage.member()
    const made = await stage.open(who, day(0))
    await stage.admin.query('select private.settle_due($1)', [day(1.5)])
    expect(await stage.tell(day(2), event(made))).toBe('processed')
    expect(await stage.hasAccess(who, day(2.1))).toBe(false)
    expect(await stage.balances(who)).toEqual({ 'provider:sandbox': 3900, overpaid: -3900 })
    await stage.admin.query('select private.settle_due($1)', [day(3.1)])
    expect(await stage.balances(who)).toEqual({})
  })
})

describe('an account that goes', () => {
  it('ends its contract first; the books stay, by its number alone', async () => {
    const member = await vigie.member()
    const { id } = await order(member)
    await call(member, 'sandbox_pay', { checkout: id, card: CARD })
    await stage.admin.query(
      `insert into account_deletions (user_id, due_at) values ($1, now() + interval '14 days')`,
      [member.id],
    )
    expect(await stage.subscription(member.id)).toMatchObject({ state: 'canceled' })
    await stage.admin.query('delete from auth.users where id = $1', [member.id])
    expect(await stage.subscription(member.id)).toMatchObject({
      state: 'expired',
      ended_for: 'erased',
      method: null,
    })
    expect(await stage.balances(member.id)).toEqual({
      'provider:sandbox': 3900,
      revenue: -3250,
      'vat:FR': -650,
    })
    expect(
      await stage.rows(
        'select from private.provider_events where member = $1 and (raw is not null or event ? $2)',
        [member.id, 'method'],
      ),
    ).toEqual([])
    // A bank's event that arrives months later is still booked.
    const paid = await stage.one<{ provider_payment: string }>(
      'select provider_payment from payments where user_id = $1',
      [member.id],
    )
    expect(
      await stage.tell(new Date(), {
        kind: 'dispute_lost',
        payment: paid.provider_payment,
        dispute: `d_${id}`,
        amount: 3900,
      }),
    ).toBe('processed')
    expect(await stage.balances(member.id)).toEqual({ revenue: -3250, refunds: 3250 })
  })
})

describe('staff', () => {
  it('give a payment back, as admins and with words, never more than came in', async () => {
    const member = await vigie.member()
    const { id } = await order(member)
    await call(member, 'sandbox_pay', { checkout: id, card: CARD })
    const { id: payment } = await stage.one<{ id: string }>('select id from payments where user_id = $1', [
      member.id,
    ])
    const refund = (who: 'admin' | 'analyst' | 'premium', amount: number, words = 'Geste commercial') =>
      call({ client: vigie.as[who] }, 'refund_payment', { payment, amount, words })
    for (const who of ['analyst', 'premium'] as const)
      await expect(refund(who, 100)).rejects.toMatchObject({ code: '42501', message: 'not_admin' })
    await expect(refund('admin', 100, ' ')).rejects.toMatchObject({ message: 'words_missing' })
    await expect(refund('admin', 3901)).rejects.toMatchObject({ message: 'refund_exceeds' })
    await refund('admin', 1000)
    expect(await tier(member)).toBe('premium')
    await expect(refund('admin', 2901)).rejects.toMatchObject({ message: 'refund_exceeds' })
    await refund('admin', 2900)
    expect(await tier(member)).toBe('freemium')
    expect(await stage.one('select state from payments where id = $1', [payment])).toEqual({
      state: 'refunded',
    })
  })
})

describe('the books', () => {
  it('take no fact whose entries do not sum to 0', async () => {
    expect(
      await refusal(
        stage.admin.query(
          `insert into private.books (fact, account, amount, currency, at) values ('x', 'revenue', -1, 'EUR', now())`,
        ),
      ),
    ).toBe('books_unbalanced')
    expect(
      await refusal(stage.admin.query(`delete from private.books where true or fact = 'x'`)).then(
        (reason) => reason ?? 'append_only',
      ),
    ).toBe('append_only')
  })
})
