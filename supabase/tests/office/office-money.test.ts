import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, type MoneyStage, moneyStage, type Order } from '../money/money-stage.ts'
import { ACTORS, type Product, product } from '../product.ts'

let vigie: Product
let stage: MoneyStage
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())

const NOT_ADMINS = ACTORS.filter((actor) => actor !== 'admin')
const rpc = async (name: string, parameters: object = {}) => {
  const { data, error } = await vigie.as.admin.rpc(name, parameters)
  if (error) throw error
  return data
}
const refused = async (name: string, parameters: object) =>
  (await vigie.as.admin.rpc(name, parameters)).error?.message

/** A member with a current, fully paid contract. */
async function subscriber(changes: Parameters<MoneyStage['open']>[2] = {}) {
  const who = await stage.member()
  const begun = new Date(Date.now() - 600_000)
  const order = await stage.open(who, begun, changes)
  await stage.pay(order, new Date(begun.getTime() + 1000))
  const { id } = await stage.one<{ id: string }>('select id from payments where checkout_id = $1', [order.id])
  return { who, order, payment: id }
}

describe('what only admins may call', () => {
  const nothing = randomUUID()
  it.each([
    ['list_payments', {}],
    ['payment_file', { payment: nothing }],
    ['list_provider_events', {}],
    ['plan_desk', {}],
    ['demonstration_members', {}],
    ['list_coupons', {}],
    ['list_coupon_uses', { of_code: 'X' }],
    ['office_revenue', { months: 2 }],
    ['office_taxes', { first_day: '2026-10-01', last_day: '2026-12-31' }],
    ['revenue_rows', { figure: 'mrr', month: '2026-11-01' }],
  ])('%s answers an admin and is refused to everybody else', async (name, parameters) => {
    for (const actor of NOT_ADMINS) {
      expect((await vigie.as[actor].rpc(name, parameters)).error?.code, actor).toBe('42501')
    }
    expect((await vigie.as.admin.rpc(name, parameters)).error).toBeNull()
  })

  it('preview_refund, make_coupon and end_coupon are refused to everybody else, and leave nothing', async () => {
    const { payment } = await subscriber()
    const code = `NON-${randomUUID().slice(0, 6)}`.toUpperCase()
    for (const actor of NOT_ADMINS) {
      for (const [name, parameters] of [
        ['preview_refund', { payment, amount: 100 }],
        ['refund_payment', { payment, amount: 100, words: 'non' }],
        ['make_coupon', { code, percent: 10 }],
        ['end_coupon', { code }],
      ] as const) {
        expect((await vigie.as[actor].rpc(name, parameters)).error?.code, `${actor} ${name}`).toBe('42501')
      }
    }
    expect(await stage.rows('select from coupons where code = $1', [code])).toEqual([])
    expect(await stage.rows('select from refunds where payment_id = $1', [payment])).toEqual([])
  })

  it('writes ask an admin for a second factor where staff must prove one', async () => {
    const { payment } = await subscriber()
    await vigie.admin.query('update private.security_settings set require_staff_mfa = true')
    try {
      expect(await refused('refund_payment', { payment, amount: 100, words: 'oui' })).toBe('staff_needs_aal2')
      expect(await refused('make_coupon', { code: 'SANS-FACTEUR', percent: 10 })).toBe('staff_needs_aal2')
    } finally {
      await vigie.admin.query('update private.security_settings set require_staff_mfa = false')
    }
  })
})

describe('the list of payments', () => {
  it('is found by name, address, order and the provider’s number, and filtered', async () => {
    const { who, order, payment } = await subscriber({ plan: 'pro' })
    const word = `q${randomUUID().slice(0, 8)}`
    await vigie.admin.query('update profiles set first_name = $2 where id = $1', [who, word])
    const found = async (parameters: object) =>
      (await rpc('list_payments', parameters)).map(({ id }: { id: string }) => id)
    const { reference } = await stage.one<{ reference: string }>(
      'select reference from checkouts where id = $1',
      [order.id],
    )
    for (const query of [
      word,
      `${who}@example.com`,
      reference.toLowerCase(),
      `p_${order.id}`,
      payment,
      who,
    ]) {
      expect(await found({ query }), query).toEqual([payment])
    }
    expect(
      await found({
        query: word,
        of_plan: 'pro',
        of_means: 'card',
        of_provider: 'sandbox',
        of_state: 'succeeded',
      }),
    ).toEqual([payment])
    for (const other of [
      { of_plan: 'standard' },
      { of_means: 'crypto' },
      { of_provider: 'stripe' },
      { of_state: 'failed' },
      { since: new Date(Date.now() + 60_000) },
      { until: new Date(Date.now() - 3_600_000) },
    ]) {
      expect(await found({ query: word, ...other })).toEqual([])
    }
    expect(await found({ query: `${word}%` })).toEqual([])
  })

  it('goes on after a row, and gives none twice', async () => {
    for (let one = 0; one < 3; one += 1) await subscriber()
    const seen: string[] = []
    for (;;) {
      const last = seen.length > 0 ? (await rpc('list_payments', { query: seen.at(-1) }))[0] : null
      const page = await rpc('list_payments', {
        most: 2,
        ...(last ? { before_at: last.created_at, before_id: last.id } : {}),
      })
      if (page.length === 0) break
      seen.push(...page.map(({ id }: { id: string }) => id))
    }
    const all = await stage.rows<{ id: string }>('select id from payments order by created_at desc, id desc')
    expect(seen).toEqual(all.map(({ id }) => id))
  })
})

describe('a refund by staff', () => {
  it('in part leaves the access, in whole ends it, each as its preview said; and both are written down', async () => {
    const { who, payment } = await subscriber()
    const part = await rpc('preview_refund', { payment, amount: 1200 })
    expect(part).toMatchObject({
      amount: 1200,
      net: 1000,
      tax: 200,
      left: 2700,
      contract_after: 'active',
      commission: null,
    })
    expect(part.access_after).toBe(part.access_before)
    expect(await stage.rows('select from refunds where payment_id = $1', [payment])).toEqual([])

    const id = await rpc('refund_payment', { payment, amount: 1200, words: 'Geste commercial' })
    expect(await stage.hasAccess(who, new Date())).toBe(true)
    const file = await rpc('payment_file', { payment })
    expect(file).toMatchObject({ state: 'partially_refunded', refundable: 2700 })
    expect(file.refunds).toMatchObject([
      { id, amount: 1200, net: 1000, tax: 200, words: 'Geste commercial', state: 'succeeded' },
    ])
    expect(file.entries.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(0)
    expect(file.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'payment_succeeded',
      'refund_succeeded',
    ])
    const trail = await rpc('list_audit', { of_table: 'refunds', of_row: id })
    expect(
      trail.map(({ action, actor }: { action: string; actor: string }) => [action, actor]),
    ).toContainEqual(['insert', vigie.idOf.admin])

    const whole = await rpc('preview_refund', { payment, amount: 2700 })
    expect(whole).toMatchObject({
      net: 2250,
      tax: 450,
      left: 0,
      access_after: null,
      contract_after: 'expired',
    })
    await rpc('refund_payment', { payment, amount: 2700, words: 'Le reste' })
    expect(await stage.hasAccess(who, new Date(Date.now() + 1000))).toBe(false)
    expect(await stage.subscription(who)).toMatchObject({ state: 'expired', ended_for: 'refunded' })
    expect(await stage.balances(who)).toEqual({ revenue: -3250, refunds: 3250 })
  })

  it('lessens the referrer’s commission as its preview said, and is followed by a credit note', async () => {
    const [referrer, who] = [await stage.member(), await stage.member()]
    await vigie.admin.query('insert into referrals (referrer, referred, touched_at) values ($1, $2, now())', [
      referrer,
      who,
    ])
    const order = await stage.open(who, new Date(Date.now() - 1000))
    await stage.pay(order, new Date())
    const { id: payment } = await stage.one<{ id: string }>(
      'select id from payments where checkout_id = $1',
      [order.id],
    )
    const { commission } = await rpc('preview_refund', { payment, amount: 1300 })
    // 20 % of 32.50, excluding tax, and of the rest: 32.50 − 10.83.
    expect(commission).toEqual({ before: 650, after: 433 })
    await rpc('refund_payment', { payment, amount: 1300, words: 'Geste commercial' })
    const file = await rpc('payment_file', { payment })
    expect(file.commission).toMatchObject({ amount: commission.after, voided_for: 'refund' })
    expect(file.invoices).toMatchObject([
      { kind: 'invoice', total: 3900, test: true },
      { kind: 'credit_note', total: 1300, test: true },
    ])
    const [found] = await rpc('list_payments', { query: file.invoices[1].number })
    expect(found.id).toBe(payment)
  })

  it.each([
    ['FR', { billing: 'FR', card: 'FR', agree: true }],
    ['DE', { billing: 'FR', card: 'DE', agree: false }],
    [undefined, { billing: 'FR', card: null, agree: null }],
    ['anything', { billing: 'FR', card: null, agree: null }],
  ])(
    'names the pieces that tell the member’s country, and guesses none: card of %s',
    async (card_country, places) => {
      const order = await stage.open(await stage.member(), new Date())
      await stage.pay(order, new Date(), { card_country })
      const { id: payment } = await stage.one<{ id: string }>(
        'select id from payments where checkout_id = $1',
        [order.id],
      )
      expect((await rpc('payment_file', { payment })).places).toEqual(places)
    },
  )

  it('is refused beyond what is left, of a payment that never came, and of one that the bank disputes', async () => {
    const { order, payment } = await subscriber()
    for (const amount of [0, -1, 3901]) {
      expect(await refused('preview_refund', { payment, amount })).toBe('refund_exceeds')
      expect(await refused('refund_payment', { payment, amount, words: 'x' })).toBe('refund_exceeds')
    }
    expect(await refused('refund_payment', { payment, amount: 100, words: '  ' })).toBe('words_missing')
    expect(await refused('preview_refund', { payment: randomUUID(), amount: 100 })).toBe('no_such_payment')
    await stage.tell(new Date(), {
      kind: 'dispute_opened',
      payment: `p_${order.id}`,
      dispute: `d_${order.id}`,
      due_by: day(9),
    })
    expect(await refused('preview_refund', { payment, amount: 100 })).toBe('payment_disputed')
    expect(await rpc('payment_file', { payment })).toMatchObject({
      state: 'disputed',
      refundable: 0,
      disputes: [{ state: 'open', amount: 3900 }],
    })
    const [row] = await rpc('list_payments', { query: payment })
    expect(new Date(row.due_by)).toEqual(day(9))
  })
})

describe('what a provider told that nothing followed from', () => {
  it('is listed with its reason, and appears in the file of its payment', async () => {
    const { order, payment } = await subscriber()
    const id = randomUUID()
    await stage.tell(
      new Date(),
      { kind: 'refund_succeeded', payment: `p_${order.id}`, refund: id, amount: 999_999 },
      { id },
    )
    expect(await rpc('list_provider_events', { of_state: 'refused' })).toContainEqual(
      expect.objectContaining({ event_id: id, reason: 'refund_exceeds', state: 'refused' }),
    )
    expect((await rpc('payment_file', { payment })).events).toContainEqual(
      expect.objectContaining({ event_id: id, reason: 'refund_exceeds', state: 'refused' }),
    )
  })
})

describe('a plan', () => {
  it('has a new price for orders to come; who runs renews at the old one', async () => {
    const yearly = async () =>
      (await rpc('plan_desk'))
        .find(({ slug }: { slug: string }) => slug === 'pro')
        .prices.filter(({ period }: { period: string }) => period === 'year')
    const [{ test_holders: others }] = await yearly()
    const before = await subscriber({ plan: 'pro', period: 'year' })
    const { error } = await vigie.as.admin
      .from('plan_prices')
      .insert({ plan: 'pro', period: 'year', amount: 99_000, currency: 'EUR' })
    expect(error).toBeNull()
    const after: Order = await stage.open(await stage.member(), new Date(), { plan: 'pro', period: 'year' })
    expect(after.total).toBe('99000')
    const [now, old] = await yearly()
    expect(now).toMatchObject({ amount: 99_000, in_force: true, holders: 0, test_holders: 0 })
    expect(old).toMatchObject({ amount: 79_000, in_force: false, holders: 0, test_holders: others + 1 })
    const { current_period_end: ends } = (await stage.subscription(before.who)) as unknown as {
      current_period_end: Date
    }
    // No yearly contract ends later than one that has just begun.
    expect(new Date(old.last_renewal)).toEqual(ends)
    await stage.rows('select private.renew_sandbox($1)', [new Date(ends.getTime() + 1000)])
    expect(await stage.subscription(before.who)).toMatchObject({ state: 'active', amount: '79000' })
    const trail = await rpc('list_audit', { of_table: 'plan_prices' })
    expect(trail[0]).toMatchObject({ action: 'insert', actor: vigie.idOf.admin })
  })
})

describe('the steps of those who signed up', () => {
  it('count who began an order among those who asked for premium', async () => {
    const asked = async () => (await rpc('office_figures', { days: 7 })).steps.requested
    const before = await asked()
    const who = await stage.member()
    expect(await asked()).toBe(before)
    await stage.open(who, new Date())
    expect(await asked()).toBe(before + 1)
  })
})

describe('the next renewal at a price', () => {
  it('is one to come: neither one that is unpaid nor one of a contract that ends', async () => {
    const monthly = async () =>
      (await rpc('plan_desk'))
        .find(({ slug }: { slug: string }) => slug === 'standard')
        .prices.find(
          ({ period, in_force }: { period: string; in_force: boolean }) => period === 'month' && in_force,
        )
    await subscriber()
    const late = await subscriber()
    await stage.rows(
      `update subscriptions set state = 'past_due', current_period_end = now() - interval '3 days' where user_id = $1`,
      [late.who],
    )
    const { next_renewal: next, last_renewal: last } = await monthly()
    expect(Date.parse(next)).toBeGreaterThan(Date.now())
    expect(Date.parse(last)).toBeGreaterThanOrEqual(Date.parse(next))
    const { who } = await subscriber()
    await stage.rows(
      `update subscriptions set current_period_end = now() + interval '1 minute' where user_id = $1`,
      [who],
    )
    expect(Date.parse((await monthly()).next_renewal)).toBeLessThan(Date.now() + 60_000)
    await stage.rows(`update subscriptions set state = 'canceled' where user_id = $1`, [who])
    expect((await monthly()).next_renewal).toBe(next)
  })
})

const words = (text: string) => ({ fr: text, en: text, es: text, it: text })
const PLAN = {
  tier: 'premium',
  name: words('Élite'),
  pitch: words('Pour qui en fait son métier'),
  every_lesson: true,
  allowances: { ai_messages: 500, copied_accounts: 9 },
  export_months: null,
  sort: 4,
}
const PRICES = [
  { period: 'month', amount: 12_900 },
  { period: 'year', amount: 129_000 },
]
const offered = async (slug: string) =>
  (
    await vigie.as.visitor
      .from('plans')
      .select('slug')
      .eq('slug', slug)
      .or('sold_from.is.null,sold_from.lte.now')
      .or('sold_until.is.null,sold_until.gt.now')
  ).data?.length === 1

describe('a plan that is made', () => {
  it('is made by admins alone, with its prices or not at all', async () => {
    const plan = { ...PLAN, slug: 'seul' }
    for (const actor of NOT_ADMINS) {
      const { error } = await vigie.as[actor].rpc('create_plan', { plan, prices: PRICES })
      expect(error?.code, actor).toBe('42501')
    }
    await vigie.admin.query('update private.security_settings set require_staff_mfa = true')
    try {
      expect(await refused('create_plan', { plan, prices: PRICES })).toBe('staff_needs_aal2')
    } finally {
      await vigie.admin.query('update private.security_settings set require_staff_mfa = false')
    }
    expect(await refused('create_plan', { plan, prices: [{ period: 'decade', amount: 1000 }] })).toContain(
      'period',
    )
    expect(await stage.rows(`select from plans where slug = 'seul'`)).toEqual([])
  })

  it('is on sale at once, is bought, and leaves the sale while its members still renew', async () => {
    expect(await rpc('create_plan', { plan: { ...PLAN, slug: ' Elite ' }, prices: PRICES })).toBe('elite')
    expect(await offered('elite')).toBe(true)
    const { who } = await subscriber({ plan: 'elite' })
    const { current_period_end: ends } = (await stage.subscription(who)) as unknown as {
      current_period_end: Date
    }
    const { error } = await vigie.as.admin
      .from('plans')
      .update({ sold_until: new Date() })
      .eq('slug', 'elite')
    expect(error).toBeNull()
    expect(await offered('elite')).toBe(false)
    await expect(stage.open(await stage.member(), new Date(), { plan: 'elite' })).rejects.toThrow(
      'plan_not_on_sale',
    )
    await stage.rows('select private.renew_sandbox($1)', [new Date(ends.getTime() + 1000)])
    expect(await stage.subscription(who)).toMatchObject({ state: 'active', plan: 'elite', amount: '12900' })
    const elite = (await rpc('plan_desk')).find(({ slug }: { slug: string }) => slug === 'elite')
    expect(elite).toMatchObject({ on_sale: false, members: 1 })
    const trail = await rpc('list_audit', { of_table: 'plans', of_row: 'elite' })
    expect(trail.map(({ action }: { action: string }) => action)).toEqual(['update', 'insert'])
    expect((await vigie.as.admin.from('plans').delete().eq('slug', 'elite')).error?.code).toBe('42501')
  })

  it('is not sold before its day, to nobody who orders or changes', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000)
    await rpc('create_plan', { plan: { ...PLAN, slug: 'demain', sold_from: tomorrow }, prices: PRICES })
    expect(await offered('demain')).toBe(false)
    await expect(stage.open(await stage.member(), new Date(), { plan: 'demain' })).rejects.toThrow(
      'plan_not_on_sale',
    )
    const { who } = await subscriber()
    await expect(
      stage.rows(
        `select private.change_quote(sub, 'demain', 'month', now()) from subscriptions as sub where user_id = $1`,
        [who],
      ),
    ).rejects.toThrow('plan_not_on_sale')
    const order = await stage.open(await stage.member(), new Date(tomorrow.getTime() + 1000), {
      plan: 'demain',
    })
    expect(order.total).toBe('12900')
  })

  it.each([
    [{ slug: '9-vies' }, PRICES, 'slug_wrong'],
    [{ slug: 'pro' }, PRICES, 'plan_exists'],
    [{ slug: 'or', tier: 'gold' }, PRICES, 'tier_wrong'],
    [{ slug: 'or', sold_until: '2026-01-01' }, PRICES, 'ends_too_early'],
    [{ slug: 'or' }, [], 'price_missing'],
    [{ slug: 'or' }, [{ period: 'month', amount: 99 }], 'price_missing'],
    [{ slug: 'or', tier: 'freemium' }, PRICES, 'free_has_no_price'],
  ])('%j at %j is refused with %s', async (changes, prices, reason) => {
    expect(await refused('create_plan', { plan: { ...PLAN, ...changes }, prices })).toBe(reason)
  })

  it('is refused without its words in every language', async () => {
    const plan = { ...PLAN, slug: 'muet', name: { fr: 'Muet' } }
    expect(await refused('create_plan', { plan, prices: PRICES })).toContain('plans')
  })
})

describe('a coupon', () => {
  it('is made, used, listed with its uses and ended, each under audit', async () => {
    const code = await rpc('make_coupon', {
      code: ' rentree-26 ',
      starts_at: new Date(Date.now() - 3_600_000),
      percent: 20,
      of_plan: 'standard',
      most: 5,
    })
    expect(code).toBe('RENTREE-26')
    expect(await refused('make_coupon', { code, percent: 10 })).toBe('coupon_exists')
    const { who } = await subscriber({ coupon: code })
    const coupons = await rpc('list_coupons')
    expect(coupons.find((row: { code: string }) => row.code === code)).toMatchObject({
      percent: 20,
      used: 1,
      given: 1,
      most: 5,
    })
    expect(await rpc('list_coupon_uses', { of_code: code })).toMatchObject([
      { user_id: who, state: 'paid', total: 3120 },
    ])
    await rpc('end_coupon', { code })
    expect(await refused('end_coupon', { code })).toBe('no_such_coupon')
    await expect(stage.open(await stage.member(), new Date(), { coupon: code })).rejects.toThrow(
      'coupon_unknown',
    )
    const trail = await rpc('list_audit', { of_table: 'coupons', of_row: code })
    expect(trail.map(({ action }: { action: string }) => action)).toEqual(['update', 'insert'])
  })

  it.each([
    [{ code: 'ab', percent: 10 }, 'code_wrong'],
    [{ code: '=1+1', percent: 10 }, 'code_wrong'],
    [{ code: 'TROP-GRAND', percent: 91 }, 'discount_wrong'],
    [{ code: 'DEUX-REMISES', percent: 10, amount: 100 }, 'discount_wrong'],
    [{ code: 'SANS-REMISE' }, 'discount_wrong'],
    [{ code: 'DEJA-FINI', percent: 10, ends_at: '2026-01-01' }, 'ends_too_early'],
    [{ code: 'PERSONNE', percent: 10, most: 0 }, 'most_wrong'],
  ])('%j is refused with %s', async (parameters, reason) => {
    expect(await refused('make_coupon', parameters)).toBe(reason)
  })
})
