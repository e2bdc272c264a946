import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { day, type MoneyStage, moneyStage, refusal } from './money-stage.ts'
import { SELLER_FACTS } from './seller-facts.ts'

let vigie: Product
let stage: MoneyStage
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())

const settleDue = async (at: Date) =>
  (await stage.one<{ done: number }>('select private.settle_due($1) as done', [at])).done
const renew = (at: Date) => stage.admin.query('select private.renew_sandbox($1)', [at])
const failing = (who: string, at: Date) =>
  stage.admin.query(
    `insert into private.money_commands (member, subscription_id, kind, at, details)
     select user_id, id, 'method', $2, '{"method":{"kind":"card","brand":"visa","last4":"0341","expires":"2031-08"}}' from subscriptions where user_id = $1`,
    [who, at],
  )
const subscriber = async (changes: Parameters<MoneyStage['open']>[2] = {}) => {
  const who = await stage.member()
  await stage.pay(await stage.open(who, day(0), changes), day(0.001))
  return who
}

describe('what is due each minute', () => {
  it('is due once: a card that was refused, an order that ran out and money that bought nothing leave nothing to do', async () => {
    const [refused, late] = [await stage.member(), await stage.member()]
    const order = await stage.open(refused, day(0))
    const failed = {
      kind: 'payment_failed',
      checkout: order.id,
      payment: `f_${order.id}`,
      amount: 3900,
      currency: 'EUR',
      reason: 'insufficient_funds',
    }
    await stage.tell(day(0.001), failed)
    const coins = await stage.open(late, day(0), { means: 'crypto' })
    await stage.pay(coins, day(0.5), { kind: 'crypto_paid_late', method: { kind: 'crypto', brand: 'BTC' } })
    expect(await settleDue(day(2))).toBeGreaterThanOrEqual(2)
    expect(await settleDue(day(2.001))).toBe(0)
    expect(
      await stage.rows('select amount::int, reason, state from refunds where user_id = $1', [late]),
    ).toEqual([{ amount: 3900, reason: 'overpaid', state: 'succeeded' }])
    expect(await stage.rows('select from refunds where user_id = $1', [refused])).toEqual([])
  })
})

describe('a renewal that fails', () => {
  it('[S-47] is tried on each day that its mails announce, the last one too', async () => {
    const who = await subscriber()
    await failing(who, day(1))
    await stage.settle(who, day(1))
    for (let hours = 0; hours <= 9 * 24; hours += 3) {
      const now = day(30.005 + hours / 24)
      await renew(now)
      await settleDue(now)
    }
    const tries = await stage.rows<{ at: Date }>(
      `select occurred_at as at from private.provider_events where member = $1 and kind = 'payment_failed' order by 1`,
      [who],
    )
    const [mail] = await stage.rows<{ data: { Money: { Tries: string[]; EndsAt: string } } }>(
      `select data from _server.mail_outbox where template = 'payment_failed' and to_address = $1 order by id limit 1`,
      [`${who}@example.com`],
    )
    const dayOf = (at: Date) => Math.floor((at.getTime() - day(0).getTime()) / 86_400_000)
    expect(mail?.data.Money.Tries.map((at) => dayOf(new Date(at)))).toEqual([31, 33, 35, 37])
    expect(tries.map(({ at }) => dayOf(at))).toEqual([30, 31, 33, 35, 37])
    // Six hours remain for the last attempt and its result.
    const last = new Date(mail?.data.Money.Tries.at(-1) ?? 0)
    expect(new Date(mail?.data.Money.EndsAt ?? 0).getTime() - last.getTime()).toBe(6 * 3_600_000)
    expect(await stage.subscription(who)).toMatchObject({ state: 'expired', ended_for: 'unpaid' })
  })
})

describe('money that came in and is refused', () => {
  const told = async (event: string) =>
    (
      await stage.rows(
        `select from _server.mail_outbox where template = 'payment_refused' and data ->> 'Event' = $1`,
        [event],
      )
    ).length

  it('is told to the admins, once for each event, whatever it is refused for', async () => {
    const admins = (
      await stage.one<{ count: number }>(`select count(*)::int from staff where role = 'admin'`)
    ).count
    const refused = async (changes: object, provider = 'sandbox') => {
      const who = await stage.member()
      const order = await stage.open(who, day(0))
      const id = randomUUID()
      const event = {
        kind: 'payment_succeeded',
        checkout: order.id,
        payment: `p_${order.id}`,
        amount: 3900,
        currency: 'EUR',
        ...changes,
      }
      const verdict = await stage.tell(day(0.001), event, { id, provider })
      // Delivered again and folded again, it is the same event.
      await stage.tell(day(0.002), event, { id, provider })
      await stage.settle(who, day(1))
      const { reason } = await stage.one<{ reason: string }>(
        'select reason from private.provider_events where event_id = $1',
        [id],
      )
      return { verdict, reason, mails: (await told(id)) / admins }
    }
    const wrong = (reason: string) => ({ verdict: 'refused', reason, mails: 1 })
    expect(await refused({ amount: 100 })).toEqual(wrong('amount_mismatch'))
    expect(await refused({ currency: 'USD' })).toEqual(wrong('currency_mismatch'))
    expect(await refused({ period_start: day(0).toISOString(), period_end: day(3).toISOString() })).toEqual(
      wrong('period_mismatch'),
    )
    expect(await refused({}, 'stripe')).toEqual(wrong('another_provider'))
  })

  it('is not told of what no money came with, nor of what nobody vouched for', async () => {
    const [id, forged] = [randomUUID(), randomUUID()]
    await stage.tell(day(0), { kind: 'refund_succeeded', payment: 'x' }, { id })
    await stage.admin.query(`select refuse_provider_event('stripe', $1, 'signature_wrong', '{}', '{}')`, [
      forged,
    ])
    expect([await told(id), await told(forged)]).toEqual([0, 0])
  })
})

describe('a sandbox that is switched off', () => {
  const offer = (card: string | null, crypto: string | null) =>
    stage.admin.query('select private.keep_payment_settings($1, $2)', [card, crypto])

  it('renews nobody: who paid with it keeps the period and no more', async () => {
    const who = await subscriber()
    const behind = await subscriber()
    await failing(behind, day(1))
    await stage.settle(behind, day(1))
    await renew(day(30.01))
    expect(await stage.subscription(who)).toMatchObject({ state: 'active' })
    expect(await stage.subscription(behind)).toMatchObject({ state: 'past_due' })
    await offer('stripe', 'btcpay')
    try {
      await renew(day(31))
      expect(await stage.subscription(who)).toMatchObject({ state: 'canceled' })
      expect(await stage.hasAccess(who, day(59))).toBe(true)
      expect(await stage.subscription(behind)).toMatchObject({ state: 'expired' })
      expect(await stage.hasAccess(behind, day(31.1))).toBe(false)
      expect(await refusal(stage.admin.query('select private.resume_for($1, $2)', [who, day(32)]))).toBe(
        'sandbox_is_off',
      )
      await renew(day(61))
      await settleDue(day(62))
      expect(await stage.subscription(who)).toMatchObject({ state: 'expired', ended_for: 'canceled' })
      expect(await stage.balances(who)).toMatchObject({ 'provider:sandbox': 7800 })
    } finally {
      await offer('sandbox', 'sandbox')
    }
  })

  it('tells its members that the test is over, not that they cancelled', async () => {
    const [who, behind] = [await subscriber(), await subscriber()]
    await failing(behind, day(1))
    await stage.settle(behind, day(1))
    await renew(day(30.01))
    await offer('stripe', 'btcpay')
    try {
      await renew(day(31))
      await renew(day(31.1))
      for (const one of [who, behind])
        expect(
          await stage.rows(
            `select template, (data ->> 'Until')::timestamptz > $2 as later from _server.mail_outbox
             where to_address = $1 and template in ('test_contract_over', 'contract_cancelled')`,
            [`${one}@example.com`, day(32)],
          ),
        ).toEqual([{ template: 'test_contract_over', later: one === who }])
    } finally {
      await offer('sandbox', 'sandbox')
    }
  })

  it('holds nobody from buying: the first payment of real money ends the test, whatever becomes of the order before', async () => {
    await vigie.as.admin.rpc('set_seller', { facts: SELLER_FACTS }).throwOnError()
    const [who, coins] = [await subscriber(), await subscriber({ means: 'crypto' })]
    const test = await stage.subscription(who)
    await offer('stripe', 'btcpay')
    try {
      const bought = await stage.open(who, day(3), { plan: 'pro' })
      expect(bought).toMatchObject({ kind: 'first', provider: 'stripe' })
      // An order is not yet a payment.
      await stage.settle(who, day(3.1))
      expect(await stage.one('select state from subscriptions where id = $1', [test.id])).toEqual({
        state: 'active',
      })
      await stage.pay(bought, day(3.2), { subscription: `sub_${bought.id}` }, 'stripe')
      expect(
        await stage.rows(
          'select provider, plan, state, ended_for from subscriptions where user_id = $1 order by created_at',
          [who],
        ),
      ).toEqual([
        { provider: 'sandbox', plan: 'standard', state: 'expired', ended_for: 'superseded' },
        { provider: 'stripe', plan: 'pro', state: 'active', ended_for: null },
      ])
      expect(await stage.hasAccess(who, day(33))).toBe(true)
      expect(
        await stage.rows('select ends_at from premium_grants where user_id = $1 order by starts_at limit 1', [
          who,
        ]),
      ).toEqual([{ ends_at: day(3.2) }])
      // A coin payment also creates a contract of its own, not the next period of a test.
      expect(await stage.open(coins, day(4), { means: 'crypto' })).toMatchObject({
        kind: 'first',
        provider: 'btcpay',
      })
    } finally {
      await offer('sandbox', 'sandbox')
    }
  })

  it('takes no payment of an order that waits, and no other card', async () => {
    const member = await vigie.member()
    const call = (name: string, values: object) => member.client.rpc(name as never, values as never)
    const card = { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' }
    const open = (means: string) =>
      stage.one<{ id: string }>(
        `select id from private.open_checkout_for($1, now(), 'standard', 'month', $2, '{"name":"x","country":"FR"}', '2026-11-21', null, null, gen_random_uuid())`,
        [member.id, means],
      )
    const [byCard, inCrypto] = [await open('card'), await open('crypto')]
    await offer('stripe', null)
    try {
      expect((await call('sandbox_pay', { checkout: byCard.id, card })).error?.message).toBe('sandbox_is_off')
      expect(
        (await call('sandbox_authenticate', { checkout: byCard.id, accepted: true })).error?.message,
      ).toBe('sandbox_is_off')
      expect((await call('sandbox_crypto', { checkout: inCrypto.id, outcome: 'paid' })).error?.message).toBe(
        'sandbox_is_off',
      )
      await offer('sandbox', null)
      const again = await open('card')
      expect((await call('sandbox_pay', { checkout: again.id, card })).error).toBeNull()
      await offer('stripe', null)
      expect((await call('change_payment_method', { card })).error?.message).toBe('sandbox_is_off')
    } finally {
      await offer('sandbox', 'sandbox')
    }
  })
})
