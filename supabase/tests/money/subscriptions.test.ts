import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { day, type MoneyStage, moneyStage, NOON, refusal } from './money-stage.ts'

let vigie: Product
let stage: MoneyStage
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())

/** A member with a standard monthly contract since 12 November 2026, 18:04 in Paris. */
async function subscriber(changes: Parameters<MoneyStage['open']>[2] = {}) {
  const who = await stage.member()
  const order = await stage.open(who, day(0), changes)
  await stage.pay(order, day(0.001))
  return { who, order }
}
const at = (text: string) => new Date(text)
const call = (name: string, ...values: unknown[]) =>
  stage.rows(`select * from private.${name}(${values.map((_, place) => `$${place + 1}`).join(', ')})`, values)
const TERMS = '2026-11-21'
const renew = (moment: Date) => call('renew_sandbox', moment)

describe('a contract', () => {
  it('[S-47] renews by its card, month after month on its day, and access has no gap', async () => {
    const { who } = await subscriber()
    await renew(at('2026-12-12T17:05:30Z'))
    expect(await stage.subscription(who)).toMatchObject({
      state: 'active',
      current_period_start: at('2026-12-12T17:05:26.400Z'),
      current_period_end: at('2027-01-12T17:05:26.400Z'),
    })
    for (const days of [0.01, 29.99, 30.0001, 30.01, 60])
      expect(await stage.hasAccess(who, day(days))).toBe(true)
    expect(await stage.balances(who)).toEqual({ 'provider:sandbox': 7800, revenue: -6500, 'vat:FR': -1300 })
  })

  it('[S-47] keeps access until the last try while a renewal fails, and ends then', async () => {
    const { who } = await subscriber()
    await stage.admin.query(
      `insert into private.money_commands (member, subscription_id, kind, at, details)
       select user_id, id, 'method', $2, '{"method":{"kind":"card","brand":"visa","last4":"0341","expires":"2031-08"}}' from subscriptions where user_id = $1`,
      [who, day(1)],
    )
    await stage.settle(who, day(1))
    for (const days of [30.01, 31.02, 32, 33.02, 35.02, 37.005, 37.02]) await renew(day(days))
    expect(
      (
        await stage.rows<{ at: Date }>(
          `select occurred_at as at from private.provider_events where kind = 'payment_failed' and member = $1 order by 1`,
          [who],
        )
      ).map(({ at }) => Math.floor((at.getTime() - NOON) / 86_400_000)),
    ).toEqual([30, 31, 33, 35, 37])
    expect(await stage.subscription(who)).toMatchObject({ state: 'past_due' })
    expect(await stage.hasAccess(who, day(37.2))).toBe(true)
    await renew(day(37.3))
    await call('settle_due', day(37.3))
    expect(await stage.subscription(who)).toMatchObject({ state: 'expired', ended_for: 'unpaid' })
    expect(await stage.hasAccess(who, day(37.3))).toBe(false)
    expect(await stage.balances(who)).toMatchObject({ 'provider:sandbox': 3900 })
  })

  it('[S-12] runs to the period’s end when cancelled, and goes on when resumed', async () => {
    const { who } = await subscriber()
    await call('cancel_for', who, day(3))
    await call('cancel_for', who, day(3.1))
    expect(await stage.subscription(who)).toMatchObject({ state: 'canceled' })
    expect(await stage.hasAccess(who, day(29.9))).toBe(true)
    expect(await stage.hasAccess(who, day(30.1))).toBe(false)
    await call('resume_for', who, day(5))
    expect(await stage.subscription(who)).toMatchObject({ state: 'active', cancel_requested_at: null })
    await call('cancel_for', who, day(6))
    await renew(day(30.01))
    await call('settle_due', day(30.01))
    expect(await stage.subscription(who)).toMatchObject({ state: 'expired', ended_for: 'canceled' })
    expect(await refusal(call('resume_for', who, day(31)))).toBe('no_subscription')
  })

  it('[S-12] goes up at once for the difference of what is left, by the second', async () => {
    const { who } = await subscriber()
    const { current_period_start: begins, current_period_end: ends } = (await stage.subscription(
      who,
    )) as unknown as Record<string, Date>
    const half = new Date(((begins as Date).getTime() + (ends as Date).getTime()) / 2)
    // Half of 79 euros minus half of 39 euros.
    expect(await refusal(call('change_for', who, 'pro', 'month', 1999, half, TERMS))).toBe('price_moved')
    await call('change_for', who, 'pro', 'month', 2000, half, TERMS)
    expect(await stage.subscription(who)).toMatchObject({
      plan: 'pro',
      amount: '7900',
      current_period_end: ends,
    })
    await renew(new Date((ends as Date).getTime() + 1000))
    expect(await stage.balances(who)).toMatchObject({ 'provider:sandbox': 3900 + 2000 + 7900 })
  })

  it('says with the price of a change what part of it is tax: none where a business elsewhere owes it', async () => {
    const { who } = await subscriber()
    const asked = () =>
      stage.one<{ tax_rate: string }>(
        `select quote.* from set_config('request.jwt.claims', $1, false),
           lateral jsonb_to_record(public.quote_change('pro', 'month')) as quote (tax_rate numeric)`,
        [JSON.stringify({ sub: who, role: 'authenticated' })],
      )
    expect(Number((await asked()).tax_rate)).toBe(20)
    await stage.admin.query(
      `update billing_details set country = 'BE', vat_number = 'BE0417497106', address = 'Rue de la Loi 1', postcode = '1000', city = 'Bruxelles' where user_id = $1`,
      [who],
    )
    expect(Number((await asked()).tax_rate)).toBe(0)
  })

  it('[S-12] goes from month to year at once, a year from then', async () => {
    const { who } = await subscriber()
    const { current_period_start: begins, current_period_end: ends } = (await stage.subscription(
      who,
    )) as unknown as Record<string, Date>
    const half = new Date(((begins as Date).getTime() + (ends as Date).getTime()) / 2)
    await call('change_for', who, 'standard', 'year', 39_000 - 1950, half, TERMS)
    const changed = await stage.subscription(who)
    expect(changed).toMatchObject({ period: 'year', stake: '39000', current_period_start: half })
    expect((changed.current_period_end as Date).toISOString().slice(0, 10)).toBe('2027-11-27')
  })

  it('[S-12] goes down at the period’s end, and stays where it is when that is taken back', async () => {
    const { who } = await subscriber({ plan: 'pro' })
    await call('change_for', who, 'standard', 'month', 0, day(4), TERMS)
    expect(await stage.subscription(who)).toMatchObject({ plan: 'pro', next_plan: 'standard' })
    await call('change_for', who, 'pro', 'month', 0, day(5), TERMS)
    expect(await stage.subscription(who)).toMatchObject({ plan: 'pro', next_plan: null })
    await call('change_for', who, 'standard', 'month', 0, day(6), TERMS)
    await renew(day(30.01))
    expect(await stage.subscription(who)).toMatchObject({ plan: 'standard', next_plan: null, amount: '3900' })
    expect(await stage.balances(who)).toMatchObject({ 'provider:sandbox': 7900 + 3900 })
  })

  it('gives back what was not used to who withdraws, by the days in Paris: seven of thirty', async () => {
    const { who } = await subscriber()
    const [quote] = await stage.rows<{ quote: object }>(
      'select private.withdrawal_quote(sub, $2) as quote from subscriptions as sub where user_id = $1',
      [who, at('2026-11-19T20:00:00Z')],
    )
    expect(quote?.quote).toMatchObject({
      possible: true,
      paid: 3900,
      used: 910,
      refund: 2990,
      days_used: 7,
      days: 30,
    })
    expect((await stage.subscription(who)).withdraw_until).toEqual(at('2026-11-26T22:59:59Z'))
    expect(await refusal(call('withdraw_for', who, 3000, at('2026-11-19T20:00:00Z')))).toBe('price_moved')
    await call('withdraw_for', who, 2990, at('2026-11-19T20:00:00Z'))
    expect(await stage.subscription(who)).toMatchObject({ state: 'expired', ended_for: 'withdrawn' })
    expect(await stage.hasAccess(who, at('2026-11-19T20:00:01Z'))).toBe(false)
    expect(
      await stage.rows('select amount, net, tax, reason, state from refunds where user_id = $1', [who]),
    ).toEqual([{ amount: '2990', net: '2492', tax: '498', reason: 'withdrawal', state: 'succeeded' }])
    expect(await stage.balances(who)).toEqual({
      'provider:sandbox': 910,
      revenue: -3250,
      refunds: 2492,
      'vat:FR': -152,
    })
  })

  it('cannot be withdrawn from after fourteen days; a waiver, which is for downloads alone, leaves the right to the rest', async () => {
    const late = await subscriber()
    expect(await refusal(call('withdraw_for', late.who, 0, at('2026-11-26T23:00:00Z')))).toBe(
      'not_withdrawable',
    )
    await stage.admin.query(`update plans set downloads = true where slug = 'standard'`)
    const waived = await subscriber({ waiver: '1' })
    await stage.admin.query(`update plans set downloads = false where slug = 'standard'`)
    expect((await stage.subscription(waived.who)).withdraw_until).toEqual(
      (await stage.subscription(late.who)).withdraw_until,
    )
  })

  it('paid in crypto does not renew by itself; a renewal that is paid ahead begins when the period ends', async () => {
    const { who } = await subscriber({ means: 'crypto' })
    const renewal = await stage.open(who, day(25), { means: 'crypto' })
    await stage.pay(renewal, day(25.001))
    expect(await stage.subscription(who)).toMatchObject({ state: 'active' })
    expect(await refusal(stage.open(who, day(26), { means: 'crypto' }))).toBe('renewed_already')
    expect(await stage.hasAccess(who, day(59))).toBe(true)
    // A locked member is left for the next run, and the refused order may still hold its lock.
    await expect
      .poll(async () => {
        await call('settle_due', day(31))
        return (await stage.subscription(who)).current_period_end
      })
      .toEqual(at('2027-01-12T17:05:26.400Z'))
    await call('settle_due', day(62))
    expect(await stage.subscription(who)).toMatchObject({ state: 'expired', ended_for: 'unpaid' })
    expect(await stage.hasAccess(who, day(61.1))).toBe(false)
  })
})

describe('money that came back', () => {
  it('ends access when it is all of it, and not when it is a part', async () => {
    const { who, order } = await subscriber()
    const refund = (amount: number, id: string, days: number) =>
      stage.tell(day(days), {
        kind: 'refund_succeeded',
        payment: `p_${order.id}`,
        refund: id,
        amount,
        currency: 'EUR',
      })
    await refund(1000, `r1_${who}`, 2)
    expect(await stage.hasAccess(who, day(3))).toBe(true)
    expect(await refund(3000, `r2_${who}`, 3)).toBe('refused')
    await refund(2900, `r3_${who}`, 4)
    expect(await stage.hasAccess(who, day(4.1))).toBe(false)
    expect(await stage.subscription(who)).toMatchObject({ state: 'expired', ended_for: 'refunded' })
    // The taxes of the parts sum to the tax of the whole.
    expect(await stage.balances(who)).toEqual({ revenue: -3250, refunds: 3250 })
  })

  it('by a dispute that is lost ends access; one that is won changes nothing', async () => {
    const { who, order } = await subscriber()
    const tell = (kind: string, days: number) =>
      stage.tell(day(days), {
        kind,
        payment: `p_${order.id}`,
        dispute: `d_${who}`,
        amount: 3900,
        currency: 'EUR',
      })
    await tell('dispute_opened', 2)
    expect(await stage.hasAccess(who, day(3))).toBe(true)
    await tell('dispute_won', 5)
    expect(await stage.one('select state from payments where user_id = $1', [who])).toEqual({
      state: 'succeeded',
    })
    await tell('dispute_lost', 6)
    expect(await stage.hasAccess(who, day(6.1))).toBe(false)
    expect(await stage.balances(who)).toEqual({ revenue: -3250, refunds: 3250 })
  })

  it('by a lost dispute is booked on the day it is lost, whichever news comes first', async () => {
    for (const arrival of ['as it happened', 'the end before the opening']) {
      const { who, order } = await subscriber()
      const tell = (kind: string, days: number, received: number) =>
        stage.tell(
          day(days),
          { kind, payment: `p_${order.id}`, dispute: `d_${who}`, amount: 3900, currency: 'EUR' },
          { received: day(received) },
        )
      const news = [
        () => tell('dispute_opened', 2, 50),
        () => tell('dispute_lost', 49, 50),
        // Events from reconciliation have the time of the reconciliation.
        () => tell('dispute_lost', 52, 52),
      ]
      for (const one of arrival === 'as it happened' ? news : news.toReversed()) await one()
      expect(
        await stage.one('select at, closed_at, net, tax from disputes where user_id = $1', [who]),
        arrival,
      ).toEqual({ at: day(2), closed_at: day(49), net: '3250', tax: '650' })
      expect(
        await stage.rows(
          `select account, at, sum(amount) as amount from private.books where member = $1 and fact like 'dispute:%' group by 1, 2 having sum(amount) <> 0 order by 1`,
          [who],
        ),
        arrival,
      ).toEqual([
        { account: 'provider:sandbox', at: day(49), amount: '-3900' },
        { account: 'refunds', at: day(49), amount: '3250' },
        { account: 'vat:FR', at: day(49), amount: '650' },
      ])
      expect(
        await stage.rows('select at, net from private.revenue_facts where member = $1 and kind = $2', [
          who,
          'dispute',
        ]),
      ).toEqual([{ at: day(49), net: '-3250' }])
    }
  })

  it('by a lost dispute takes what refunds left of the sale; what the bank takes beyond it is a loss', async () => {
    const { who, order } = await subscriber()
    const news = { payment: `p_${order.id}`, currency: 'EUR' }
    await stage.tell(day(2), { kind: 'refund_succeeded', ...news, refund: `r_${who}`, amount: 1000 })
    await stage.tell(day(40), { kind: 'dispute_lost', ...news, dispute: `d_${who}`, amount: 3900 })
    expect(await stage.balances(who)).toEqual({
      'provider:sandbox': -1000,
      losses: 1000,
      refunds: 3250,
      revenue: -3250,
    })
    expect(
      await stage.rows('select kind, total from invoices where user_id = $1 order by issued_at, number', [
        who,
      ]),
    ).toEqual(
      expect.arrayContaining([
        { kind: 'invoice', total: '3900' },
        { kind: 'credit_note', total: '1000' },
        { kind: 'credit_note', total: '2900' },
      ]),
    )
  })
})
