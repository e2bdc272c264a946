import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TERMS_VERSION } from '../../../web/src/lib/site/terms-version.ts'
import { type Product, product } from '../product.ts'
import { day, type MoneyStage, moneyStage, refusal } from './money-stage.ts'

let vigie: Product
let stage: MoneyStage
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())

const subscriber = async (changes: Parameters<MoneyStage['open']>[2] = {}) => {
  const who = await stage.member()
  await stage.pay(await stage.open(who, day(0), changes), day(0.001))
  return who
}
const change = (who: string, plan: string, due: number, at: Date, terms: string) =>
  stage.one<{ change_for: { checkout: { terms_version: string } } }>(
    'select private.change_for($1, $2, $3, $4, $5, $6)',
    [who, plan, 'month', due, at, terms],
  )

describe('the words that an order agrees to', () => {
  it('are those of its own day: a change of plan keeps the version that was shown for it', async () => {
    await stage.admin.query(
      `insert into private.terms_versions (version, starts_on) values ('2027-01-15', '2027-01-15')`,
    )
    const who = await subscriber()
    const { current_period_end: ends } = (await stage.subscription(who)) as unknown as {
      current_period_end: Date
    }
    const half = new Date((day(0.001).getTime() + ends.getTime()) / 2)
    const made = await change(who, 'pro', 2000, half, '2027-01-15')
    expect(made.change_for.checkout.terms_version).toBe('2027-01-15')
    await change(who, 'standard', 0, new Date(half.getTime() + 60_000), '2027-01-15')
    expect(
      await stage.one(
        `select details ->> 'terms_version' as version from private.money_commands where member = $1 and kind = 'change'`,
        [who],
      ),
    ).toEqual({ version: '2027-01-15' })
  })

  it('have a version that is known, or nothing is agreed to', async () => {
    const who = await stage.member()
    const open = (terms: string | null) =>
      stage.admin.query(
        `select private.open_checkout_for($1, $2, 'pro', 'month', 'card', '{"name":"x","country":"FR"}', $3, null, null, gen_random_uuid())`,
        [who, day(0), terms],
      )
    for (const unknown of ['3', '', null]) expect(await refusal(open(unknown))).toBe('terms_not_accepted')
    // The version shown by the screens must exist.
    expect(await refusal(open(TERMS_VERSION))).toBeNull()
    expect(await refusal(change(await subscriber(), 'pro', 4000, day(0.001), '3'))).toBe('terms_not_accepted')
  })
})

describe('the waiver of the right to withdraw', () => {
  it('is kept with the order of a plan that holds downloads, and of no other: there is nothing to give it up for', async () => {
    const kept = async (plan: string) => {
      const who = await subscriber({ plan, waiver: '1' })
      return stage.one<{ waiver_version: string | null }>(
        'select waiver_version from checkouts where user_id = $1',
        [who],
      )
    }
    expect(await kept('pro')).toEqual({ waiver_version: null })
    await stage.admin.query(`update plans set downloads = true where slug = 'pro'`)
    expect(await kept('pro')).toEqual({ waiver_version: '1' })
  })
})

describe('a renewal in crypto', () => {
  it('costs what its contract says, though the plan costs more and is no longer sold', async () => {
    const member = await vigie.member()
    const start = new Date(Date.now() - 20 * 86_400_000)
    await stage.pay(
      await stage.open(member.id, start, { means: 'crypto' }),
      new Date(start.getTime() + 60_000),
    )
    await stage.admin.query(
      `insert into plan_prices (plan, period, amount, currency) values ('standard', 'month', 4900, 'EUR')`,
    )
    await stage.admin.query(`update plans set sold_until = now() where slug = 'standard'`)
    try {
      const quote = (client: typeof member.client) =>
        client.rpc('quote_checkout' as never, { plan: 'standard', period: 'month', country: 'FR' } as never)
      const shown = (await quote(member.client)).data as { total: number; renewal_total: number } | null
      expect(shown).toMatchObject({ total: 3900, renewal_total: 3900, discount: 0 })
      expect((await quote((await vigie.member()).client)).error?.message).toBe('plan_not_on_sale')
      const renewal = await stage.open(member.id, new Date(), { means: 'crypto' })
      expect(renewal).toMatchObject({ kind: 'renewal', total: '3900' })
      await stage.pay(renewal, new Date())
      expect(await stage.subscription(member.id)).toMatchObject({ state: 'active', amount: '3900' })
    } finally {
      await stage.admin.query(`update plans set sold_until = null where slug = 'standard'`)
    }
  })

  it('takes no coupon: one is for the first payment', async () => {
    await stage.admin.query(
      `insert into coupons (code, percent, starts_at) values ('DEBUT', 50, '2026-01-01'), ('ENCORE', 50, '2026-01-01')`,
    )
    const who = await subscriber({ plan: 'pro', means: 'crypto', coupon: 'DEBUT' })
    expect(await refusal(stage.open(who, day(20), { plan: 'pro', means: 'crypto', coupon: 'ENCORE' }))).toBe(
      'coupon_not_for_renewals',
    )
    expect(await stage.one(`select used from coupons where code = 'ENCORE'`)).toEqual({ used: 0 })
  })
})
