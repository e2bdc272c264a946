import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUIDE_ROWS, PHASE } from '../access/guide-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(GUIDE_ROWS)
}, 60_000)
afterAll(() => vigie.stop())

const refusal = (text: string, values: unknown[] = []) =>
  vigie.admin.query(text, values).then(
    () => null,
    (error: Error) => error.message,
  )

describe('a price', () => {
  it('takes effect from its time and leaves the ones before it readable', async () => {
    await vigie.admin.query(
      `insert into plan_prices (plan, period, amount, currency, starts_at) values ('standard', 'month', 4100, 'EUR', clock_timestamp() + interval '50 milliseconds')`,
    )
    await new Promise((resolve) => setTimeout(resolve, 80))
    const { data: current } = await vigie.as.visitor
      .from('plans')
      .select('slug, prices:current_plan_prices(period, amount::text)')
    expect(current).toEqual([{ slug: 'standard', prices: [{ period: 'month', amount: '4100' }] }])
    const { data: all } = await vigie.as.visitor.from('plan_prices').select('amount').order('starts_at')
    expect(all).toEqual([{ amount: 3900 }, { amount: 4100 }])
  })

  it('does not begin in the past', async () => {
    expect(
      await refusal(
        `insert into plan_prices (plan, period, amount, currency, starts_at) values ('standard', 'year', 1, 'EUR', now() - interval '1 hour')`,
      ),
    ).toBe('price_in_the_past')
  })

  it('is not changed, whoever asks', async () => {
    expect(await refusal('update plan_prices set amount = 1')).toBe('append_only')
    expect(await refusal('delete from plan_prices')).toBe('append_only')
  })
})

describe('a text of the guides', () => {
  it.each([
    ['a language less', { fr: 'a', en: 'b', es: 'c' }],
    ['a language more', { fr: 'a', en: 'b', es: 'c', it: 'd', de: 'e' }],
    ['an empty language', { fr: 'a', en: 'b', es: ' ', it: 'd' }],
    ['something that is no text', { fr: 'a', en: 'b', es: 'c', it: 4 }],
    ['a list', ['a', 'b', 'c', 'd']],
  ])('is refused with %s', async (_, text) => {
    expect(await refusal('update plans set name = $1', [JSON.stringify(text)])).toContain('plans_name_check')
    expect(await refusal('update brokers set pros = $1', [JSON.stringify([text])])).toContain(
      'brokers_pros_check',
    )
  })
})

describe('a broker', () => {
  it('has no paid link without the sentence that says so', async () => {
    expect(await refusal(`update brokers set affiliate_url = 'https://example.com'`)).toContain(
      'violates check constraint',
    )
  })

  it('has leverage by known classes, as whole numbers', async () => {
    for (const leverage of ['{"forex":30.5}', '{"stars":2}', '{"forex":"30"}', '{"forex":0}', '[]'])
      expect(await refusal('update brokers set leverage = $1', [leverage])).toContain(
        'brokers_leverage_check',
      )
  })

  it('is ordered by spread and commission together, and by nothing that is paid', async () => {
    const { rows } = await vigie.admin.query('select eurusd_cost_pips::text from broker_accounts')
    expect(rows).toEqual([{ eurusd_cost_pips: '0.80' }])
    const { rows: columns } = await vigie.admin.query(
      `select column_name from information_schema.columns where table_name in ('brokers', 'prop_firms') and column_name ~ 'rank|sort|score|weight|payout_rate|affiliate_commission'`,
    )
    expect(columns).toEqual([])
  })
})

describe('the rules of a challenge', () => {
  const insert = (from: string, phases: unknown) =>
    refusal(
      `insert into prop_firm_rule_versions (firm, challenge, version, applies_from, phases, source) values ('example', '10k', 99, $1, $2, 'A page')`,
      [from, JSON.stringify(phases)],
    )

  it('are numbered in the order of their days and never changed', async () => {
    expect(await insert('2025-12-31', [PHASE])).toBe('rule_before_the_last')
    expect(await insert('2026-06-01', [{ ...PHASE, daily_loss: '0.04' }])).toBeNull()
    const { rows } = await vigie.admin.query(
      'select version, applies_from::text from prop_firm_rule_versions order by version',
    )
    expect(rows).toEqual([
      { version: 1, applies_from: '2026-01-01' },
      { version: 2, applies_from: '2026-06-01' },
    ])
    expect(await refusal(`update prop_firm_rule_versions set source = 'x'`)).toBe('append_only')
    expect(await refusal('delete from prop_firm_rule_versions')).toBe('append_only')
  })

  it.each([
    ['no phase', []],
    ['six phases', Array(6).fill(PHASE)],
    ['a share that is a number', [{ ...PHASE, target: 0.08 }]],
    ['a share above the account', [{ ...PHASE, total_loss: '1.5' }]],
    ['an unknown kind of loss', [{ ...PHASE, total_loss_kind: 'moving' }]],
    ['a key that is missing', [{ ...PHASE, weekend: undefined }]],
    ['a key that nobody knows', [{ ...PHASE, spirit: 'of the programme' }]],
    ['half a day', [{ ...PHASE, minimum_days: 2.5 }]],
    ['a word', ['evaluation']],
  ])('are refused with %s', async (_, phases) => {
    expect(await insert('2026-07-01', phases)).toContain('phases_check')
  })
})
