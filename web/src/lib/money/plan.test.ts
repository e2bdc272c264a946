import { describe, expect, it } from 'vitest'
import { allowanceOf, monthsFree, type Plan, priceOf, shareOfMost } from './plan.ts'

const text = { fr: 'x', en: 'x', es: 'x', it: 'x' }
const plan = (month: number, year?: number): Plan => ({
  slug: 'x',
  tier: 'premium',
  name: text,
  pitch: text,
  every_lesson: true,
  allowances: {},
  export_months: null,
  downloads: false,
  prices: [
    { period: 'month' as const, amount: month, currency: 'EUR', demonstration: false },
    ...(year === undefined
      ? []
      : [{ period: 'year' as const, amount: year, currency: 'EUR', demonstration: false }]),
  ],
})

describe('the months that a year gives', () => {
  it('are those of the plan that gives the fewest', () => {
    expect(monthsFree([plan(0, 0), plan(3900, 39_000), plan(7900, 86_900)])).toBe(1)
  })

  it('are not named when they are no whole number, when a year costs more, or when nothing is sold by the year', () => {
    expect(monthsFree([plan(3900, 40_000)])).toBe(0)
    expect(monthsFree([plan(3900, 50_000)])).toBe(0)
    expect(monthsFree([plan(3900)])).toBe(0)
    expect(monthsFree([])).toBe(0)
  })

  it('leave a period without a price unknown', () => {
    expect(priceOf(plan(3900), 'year')).toBeNull()
    expect(priceOf(plan(3900), 'month')?.amount).toBe(3900)
  })
})

describe('what a plan measures out', () => {
  it('is its own amount, without limit, or what its kind declares', () => {
    expect(allowanceOf({ allowances: { signal_alerts: 20 } }, 'signal_alerts')).toBe(20)
    expect(allowanceOf({ allowances: { signal_alerts: null } }, 'signal_alerts')).toBeNull()
    expect(allowanceOf({ allowances: {} }, 'signal_alerts')).toBe(400)
  })

  it.each([
    [20, [5, 20, 100], 0.2],
    [100, [5, 20, 100], 1],
    [20, [5, 20, null], 0.5],
    [null, [5, 20, null], 1],
    [0, [0, 0], 0],
  ])('%s among %j is drawn as %f', (amount, amounts, share) => {
    expect(shareOfMost(amount, amounts)).toBe(share)
  })
})
