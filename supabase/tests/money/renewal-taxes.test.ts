import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { day, type MoneyStage, moneyStage, type Order } from './money-stage.ts'
import { SELLER_FACTS } from './seller-facts.ts'

// The total of a contract is fixed; its tax is determined on the day of each renewal. In these tests the French rate rises from
// 20 to 22 % on 1 December, and contracts began on 12 November.
let vigie: Product
let stage: MoneyStage
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
  await vigie.as.admin.rpc('set_seller', { facts: SELLER_FACTS }).throwOnError()
  await stage.admin.query(`insert into tax_rates (country, rate, starts_on) values ('FR', 22, '2026-12-01')`)
  // Real sales require the seller's details.
  const { error } = await vigie.as.admin.rpc('set_seller', { facts: SELLER_FACTS })
  if (error) throw error
}, 120_000)
afterAll(() => vigie.stop())
afterEach(async () => {
  await stage.admin.query(
    `update private.payment_settings set card_provider = 'sandbox', crypto_provider = 'sandbox'`,
  )
  await stage.admin.query('update private.seller set vat_exempt = false, one_stop_shop = false')
})

const RENEWAL = new Date('2026-12-12T17:10:00Z')

async function subscriber(provider: 'sandbox' | 'stripe' | 'btcpay' = 'sandbox') {
  const means = provider === 'btcpay' ? 'crypto' : 'card'
  await stage.admin.query(`update private.payment_settings set ${means}_provider = $1`, [provider])
  const who = await stage.member()
  const order = await stage.open(who, day(0), { means })
  await pay(order, day(0.001), provider)
  return { who, order }
}
const pay = (order: Order, at: Date, provider: string) =>
  stage.tell(
    at,
    {
      kind: 'payment_succeeded',
      checkout: order.id,
      subscription: `${provider}_${order.subscription_id}`,
      payment: `p_${order.id}`,
      amount: 3900,
      currency: 'EUR',
    },
    { provider },
  )
const renewed = (order: Order, provider: string, received = RENEWAL) =>
  stage.tell(
    RENEWAL,
    {
      kind: 'payment_succeeded',
      subscription: `${provider}_${order.subscription_id}`,
      payment: `r_${order.id}`,
      amount: 3900,
      currency: 'EUR',
    },
    { provider, received },
  )
const moves = (who: string, at: Date, details: Record<string, string>) =>
  stage.rows('select private.save_billing_details_for($1, $2, $3)', [
    who,
    JSON.stringify({ name: 'Alix Laurent', ...details }),
    at,
  ])
const payments = (who: string) =>
  stage.rows(
    'select net, tax, tax_rate, country, treatment from payments where user_id = $1 order by paid_at',
    [who],
  )
const FIRST = { net: '3250', tax: '650', tax_rate: '20.00', country: 'FR', treatment: null }
const SECOND = { net: '3197', tax: '703', tax_rate: '22.00', country: 'FR', treatment: 'domestic' }

describe('a renewal', () => {
  for (const provider of ['sandbox', 'stripe'] as const)
    it(`[S-47] by ${provider} owes the rate of its day, and its total stays`, async () => {
      const { who, order } = await subscriber(provider)
      if (provider === 'sandbox') await stage.rows('select private.renew_sandbox($1)', [RENEWAL])
      else await renewed(order, provider)
      expect(await payments(who)).toEqual([FIRST, SECOND])
      expect(
        await stage.rows(
          'select net, tax, total, tax_rate, treatment from invoices where user_id = $1 order by paid_at',
          [who],
        ),
      ).toEqual([
        { net: '3250', tax: '650', total: '3900', tax_rate: '20.00', treatment: 'domestic' },
        { net: '3197', tax: '703', total: '3900', tax_rate: '22.00', treatment: 'domestic' },
      ])
      expect(await stage.balances(who)).toMatchObject({ revenue: -6447, 'vat:FR': -1353 })
    })

  it('by btcpay is an order of its day, and owes the rate of it', async () => {
    const { who } = await subscriber('btcpay')
    await pay(await stage.open(who, RENEWAL, { means: 'crypto' }), RENEWAL, 'btcpay')
    // The order stores the rule.
    expect(await payments(who)).toEqual([FIRST, { ...SECOND, treatment: null }])
    expect(
      await stage.rows('select tax_rate, treatment from checkouts where user_id = $1 order by number', [who]),
    ).toEqual([
      { tax_rate: '20.00', treatment: 'domestic' },
      { tax_rate: '22.00', treatment: 'domestic' },
    ])
  })

  it('owes the tax of the country its member lives in that day, however late its news', async () => {
    await stage.admin.query('update private.seller set one_stop_shop = true')
    const { who, order } = await subscriber('stripe')
    await moves(who, day(10), { country: 'DE' })
    await moves(who, day(32), { country: 'IT' })
    expect(await renewed(order, 'stripe', day(33))).toBe('processed')
    expect((await payments(who))[1]).toEqual({
      net: '3277',
      tax: '623',
      tax_rate: '19.00',
      country: 'DE',
      treatment: 'one_stop_shop',
    })
    expect(await stage.balances(who)).toMatchObject({ 'vat:FR': -650, 'vat:DE': -623 })
  })

  it('of a business that has a number by then owes none', async () => {
    const { who, order } = await subscriber('stripe')
    await moves(who, day(10), {
      country: 'DE',
      vat_number: 'DE123456789',
      address: 'Hafenstraße 1',
      postcode: '20457',
      city: 'Hamburg',
    })
    await renewed(order, 'stripe')
    expect((await payments(who))[1]).toEqual({
      net: '3900',
      tax: '0',
      tax_rate: '0.00',
      country: 'DE',
      treatment: 'reverse_charge',
    })
    expect(
      await stage.one(
        `select treatment, buyer ->> 'vat_number' as number from invoices where user_id = $1 order by paid_at desc limit 1`,
        [who],
      ),
    ).toEqual({ treatment: 'reverse_charge', number: 'DE123456789' })
  })

  it('stays taxed as it was when a rule or a country changes later', async () => {
    const { who, order } = await subscriber('stripe')
    await renewed(order, 'stripe')
    const before = await stage.balances(who)
    await stage.admin.query('update private.seller set vat_exempt = true')
    await moves(who, day(40), { country: 'US' })
    await stage.settle(who, day(41))
    expect(await payments(who)).toEqual([FIRST, SECOND])
    expect(await stage.balances(who)).toEqual(before)
    expect(await stage.rows('select from invoices where user_id = $1', [who])).toHaveLength(2)
  })

  it('whose news came before its order was known is taxed once it is', async () => {
    const { who, order } = await subscriber('stripe')
    const early = { kind: 'payment_succeeded', subscription: 'sub_unheard', payment: `w_${order.id}` }
    const money = { amount: 3900, currency: 'EUR' }
    expect(await stage.tell(RENEWAL, { ...early, ...money }, { provider: 'stripe' })).toBe('waiting')
    await stage.tell(
      RENEWAL,
      {
        kind: 'subscription_changed',
        checkout: order.id,
        subscription: 'sub_unheard',
        cancel_at_period_end: false,
      },
      { provider: 'stripe' },
    )
    expect(await payments(who)).toEqual([FIRST, SECOND])
  })
})
