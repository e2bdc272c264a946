import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { day, moneyStage, NOON } from './money-stage.ts'
import { SELLER_FACTS } from './seller-facts.ts'

let vigie: Product
let stage: ReturnType<typeof moneyStage>
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
  const { error } = await vigie.as.admin.rpc('set_seller', { facts: SELLER_FACTS })
  if (error) throw error
})
afterAll(() => vigie.stop())

const mails = (who: string) =>
  stage.rows<{ data: { At: string; Money: Record<string, unknown> } }>(
    `select data from _server.mail_outbox where to_address = $1 and template = 'contract_concluded'`,
    [`${who}@example.com`],
  )

it('the first payment confirms the contract by mail, once: neither a retry of its news nor a renewal does', async () => {
  const who = await stage.member()
  const order = await stage.open(who, day(0))
  expect(await mails(who)).toEqual([])
  await stage.pay(order, day(0))
  await stage.pay(order, day(0))
  await stage.settle(who, day(1))
  const sub = await stage.subscription(who)
  const [mail, ...more] = await mails(who)
  expect(more).toEqual([])
  expect(mail?.data.Money).toMatchObject({
    Plan: { fr: 'Standard' },
    Period: 'month',
    Amount: 3900,
    RenewalAmount: 3900,
    Currency: 'EUR',
    Terms: '2026-11-21',
    Order: expect.stringMatching(/^VG-P-/),
    Seller: {
      name: 'Exemple Trading SAS',
      address: '1 rue du Phare, 29200 Brest',
      contact: expect.stringContaining('@'),
    },
  })
  expect(new Date(String(mail?.data.Money.RenewsOn))).toEqual(sub.current_period_end)
  expect(new Date(String(mail?.data.Money.WithdrawUntil))).toEqual(sub.withdraw_until)
  expect(Date.parse(mail?.data.At ?? '')).toBe(NOON)

  await stage.tell(day(30), {
    kind: 'payment_succeeded',
    subscription: `sandbox_${order.subscription_id}`,
    payment: `p2_${order.id}`,
    amount: 3900,
    currency: 'EUR',
  })
  expect(await mails(who)).toHaveLength(1)
})

it('a contract paid in coins is confirmed without a renewal, for it has none', async () => {
  const who = await stage.member()
  const order = await stage.open(who, day(0), { means: 'crypto' })
  await stage.pay(order, day(0), { method: { kind: 'crypto' } })
  const [mail] = await mails(who)
  expect(mail?.data.Money).toMatchObject({ PaidUntil: expect.any(String) })
  expect(mail?.data.Money).not.toHaveProperty('RenewsOn')
  expect(mail?.data.Money).not.toHaveProperty('RenewalAmount')
})
