import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { day, moneyStage, type Order } from './money-stage.ts'

let vigie: Product
let stage: ReturnType<typeof moneyStage>
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
})
afterAll(() => vigie.stop())

/** Two payments of one period of a contract, reported by two processes at the same time. */
async function paidTwice(order: Order, at: Date, period: { from: Date; to: Date }) {
  const pay = (payment: string) =>
    stage.pay(order, at, {
      payment,
      period_start: period.from.toISOString(),
      period_end: period.to.toISOString(),
    })
  return Promise.all([pay(`first_${order.id}_${at.getTime()}`), pay(`second_${order.id}_${at.getTime()}`)])
}

const payments = (who: string) =>
  stage.rows<{ bought: number; surplus: number; back: number }>(
    `select (net + tax)::int as bought, surplus::int, (
       select coalesce(sum(amount), 0)::int from refunds where payment_id = payments.id and state = 'succeeded' and reason = 'overpaid') as back
     from payments where user_id = $1 order by net + tax desc, paid_at`,
    [who],
  )

const mails = async (who: string) =>
  (
    await stage.rows<{ template: string; data: { Money: object } }>(
      `select template, data from _server.mail_outbox join auth.users on email = to_address
       where users.id = $1 and template like 'surplus%' order by mail_outbox.id`,
      [who],
    )
  ).map(({ template, data }) => [template, data.Money])

const told = (who: string) =>
  stage.rows<{ kind: string }>(
    `select kind from notifications where user_id = $1 and kind like 'surplus%' order by id`,
    [who],
  )

const money = { Amount: 3900, Currency: 'EUR' }

describe('one period of a contract that is paid twice at once', () => {
  it('at the order: buys it once, gives the rest back, and tells the member both times', async () => {
    const who = await stage.member()
    const order = await stage.open(who, day(0))
    const month = { from: day(0.001), to: day(30.001) }
    expect(await paidTwice(order, day(0.001), month)).toEqual(['processed', 'processed'])
    expect(await payments(who)).toEqual([
      { bought: 3900, surplus: 0, back: 0 },
      { bought: 0, surplus: 3900, back: 0 },
    ])
    expect(await mails(who)).toEqual([['surplus_received', money]])
    await stage.settle(who, day(1.01))
    await stage.settle(who, day(2))
    expect((await payments(who))[1]).toEqual({ bought: 0, surplus: 3900, back: 3900 })
    expect(await mails(who)).toEqual([
      ['surplus_received', money],
      ['surplus_returned', money],
    ])
    expect(await told(who)).toEqual([{ kind: 'surplus_received' }, { kind: 'surplus_returned' }])
    expect(await stage.hasAccess(who, day(29))).toBe(true)
    expect(await stage.hasAccess(who, day(40))).toBe(false)
    expect(await stage.balances(who)).toEqual({ 'provider:sandbox': 3900, revenue: -3250, 'vat:FR': -650 })
  })

  it('at its renewal: renews it once, and gives the rest back', async () => {
    const who = await stage.member()
    const order = await stage.open(who, day(0))
    await stage.pay(order, day(0.001))
    const { current_period_end: end } = await stage.subscription(who)
    const from = end as unknown as Date
    const to = new Date(from.getTime() + 31 * 86_400_000)
    expect(await paidTwice(order, from, { from, to })).toEqual(['processed', 'processed'])
    expect(await payments(who)).toEqual([
      { bought: 3900, surplus: 0, back: 0 },
      { bought: 3900, surplus: 0, back: 0 },
      { bought: 0, surplus: 3900, back: 0 },
    ])
    await stage.settle(who, new Date(from.getTime() + 2 * 86_400_000))
    expect((await payments(who))[2]?.back).toBe(3900)
    expect(await mails(who)).toEqual([
      ['surplus_received', money],
      ['surplus_returned', money],
    ])
    const { current_period_end: after } = await stage.subscription(who)
    expect(after).toEqual(to)
  })

  it('by two orders: the second buys nothing and goes back', async () => {
    const who = await stage.member()
    const [first, second] = [
      await stage.open(who, day(0)),
      await stage.open(who, day(0.0001), { means: 'crypto' }),
    ]
    await Promise.all([
      stage.pay(first, day(0.001)),
      stage.pay(second, day(0.001), { payment: 'coins', method: { kind: 'crypto' } }),
    ])
    expect(await payments(who)).toMatchObject([{ bought: 3900 }, { bought: 0, surplus: 3900 }])
    expect(await mails(who)).toEqual([['surplus_received', money]])
  })
})

it('a payment without a surplus sends no message about one', async () => {
  const who = await stage.member()
  await stage.pay(await stage.open(who, day(0)), day(0.001))
  await stage.settle(who, day(2))
  expect(await mails(who)).toEqual([])
})
