import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { performance, wilsonInterval } from './performance.ts'

const results = (...values: string[]) => values.map((r, index) => ({ at: `2026-11-${10 + index}`, r }))

describe('R per month', () => {
  it('covers the first publication to the last end to the microsecond, like the database', () => {
    const result = (at: string) => [{ at, r: '1', publishedAt: '2026-01-01T00:00:00.000999Z' }]
    const span = 31 * 86_400_000_000 - 999
    expect(performance(result('2026-02-01T00:00:00.000000Z')).perMonth).toEqual(
      new Decimal('2629746000000').dividedBy(span),
    )
    expect(performance(result('2026-01-31T00:00:00.000998Z')).perMonth).toBeNull()
    expect(performance(result('2026-01-31T00:00:00.000999+00:00')).perMonth).not.toBeNull()
  })
})

describe('performance', () => {
  it('gives the figures of a small record as computed by hand', () => {
    const figures = performance(results('2', '-1', '-1', '1.5', '0', '-1'))
    expect(figures).toMatchObject({ resolved: 6, wins: 2, losses: 3, longestWins: 1, longestLosses: 2 })
    expect(figures.winRate?.toFixed(4)).toBe('0.3333')
    expect(figures.averageWin?.toString()).toBe('1.75')
    expect(figures.averageLoss?.toString()).toBe('-1')
    expect(figures.expectancy?.toFixed(6)).toBe('0.083333')
    expect(figures.profitFactor?.toFixed(6)).toBe('1.166667')
    expect(figures.total.toString()).toBe('0.5')
    expect(figures.maxDrawdown.toString()).toBe('2')
    expect(figures.currentDrawdown.toString()).toBe('1.5')
    // deviation √(9.20833 ÷ 5) = 1.357080, × 1.96 ÷ √6
    expect(figures.expectancyHalfWidth?.toFixed(4)).toBe('1.0859')
    expect(figures.curve.map((point) => point.r.toString())).toEqual(['2', '1', '0', '1.5', '1.5', '0.5'])
  })

  it('returns null for what is unknown in an empty or spotless record', () => {
    const none = performance([])
    expect(none).toMatchObject({ resolved: 0, winRate: null, expectancy: null, expectancyHalfWidth: null })
    expect(none).toMatchObject({ averageWin: null, averageLoss: null, profitFactor: null })
    expect(performance(results('1')).profitFactor).toBeNull()
    expect(performance(results('1')).expectancyHalfWidth).toBeNull()
  })

  it('gives the excursions, and the maximum open drawdown', () => {
    const went = (r: string, bestR: string, worstR: string) => ({ at: '2026-11-10', r, bestR, worstR })
    const figures = performance([
      went('2', '2', '-0.5'),
      went('1', '1.5', '-3'),
      { at: '2026-11-11', r: '-1' },
    ])
    expect(figures).toMatchObject({ measured: 2, openDrawdownAt: 1 })
    expect(figures.averageBest?.toString()).toBe('1.75')
    expect(figures.averageWorst?.toString()).toBe('-1.75')
    // At 2 when the second began and three below it at its worst; the closed curve never fell by more than 1.
    expect(figures.maxOpenDrawdown?.toString()).toBe('3')
    expect(figures.maxDrawdown.toString()).toBe('1')
    expect(performance(results('1', '-1'))).toMatchObject({
      measured: 0,
      averageBest: null,
      maxOpenDrawdown: null,
    })
  })

  it('locates the maximum drawdown and the longest runs', () => {
    const figures = performance(results('1', '1', '-1', '-1', '-0.5', '3', '-1', '-1', '-1'))
    expect(figures.maxDrawdown.toString()).toBe('3')
    expect(figures.drawdownSpan).toEqual({ from: 5, to: 8 })
    expect(figures.winsSpan).toEqual({ from: 0, to: 1 })
    expect(figures.lossesSpan).toEqual({ from: 2, to: 4 })
    expect(performance(results('-1', '0.5')).drawdownSpan).toEqual({ from: null, to: 0 })
    expect(performance(results('1', '2'))).toMatchObject({ drawdownSpan: null, lossesSpan: null })
  })

  it('gives Wilson’s interval of a win rate', () => {
    // Newcombe (1998), table I, 81 of 263: 0.2553 to 0.3662.
    const { low, high } = wilsonInterval(81, 263)!
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.2553', '0.3662'])
    expect(wilsonInterval(0, 20)!.low.abs().lessThan('1e-30')).toBe(true)
    expect(wilsonInterval(0, 0)).toBeNull()
  })

  it('gives the median holding time and, from thirty days on, R per month', () => {
    const held = (heldSeconds: number, at: string, publishedAt: string) => ({
      r: '1.5',
      heldSeconds,
      at,
      publishedAt,
    })
    const long = [
      held(60, '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'),
      held(180, '2026-03-02T20:59:06Z', '2026-03-01T00:00:00Z'),
    ]
    expect(performance(long).medianHeldSeconds?.toString()).toBe('120')
    // Two months of 30.436875 days.
    expect(performance(long).perMonth?.toFixed(4)).toBe('1.5000')
    expect(performance(long.slice(0, 1))).toMatchObject({ perMonth: null })
    expect(performance(results('1'))).toMatchObject({ medianHeldSeconds: null, perMonth: null })
  })

  it('counts every result in exactly one half R', () => {
    const { distribution } = performance(results('-1', '-1.0001', '-0.5', '0', '0.4999', '0.5', '2'))
    expect(distribution.map(({ from, count }) => [from.toString(), count])).toEqual([
      ['-1.5', 1],
      ['-1', 1],
      ['-0.5', 1],
      ['0', 2],
      ['0.5', 1],
      ['2', 1],
    ])
  })

  const record = fc
    .array(fc.integer({ min: -30000, max: 50000 }), { minLength: 1, maxLength: 80 })
    .map((values) => results(...values.map((r) => new Decimal(r).dividedBy(10000).toString())))

  it('relates expectancy, win rate and averages: p × W − (1 − p) × L', () => {
    fc.assert(
      fc.property(record, (list) => {
        const { resolved, wins, losses, averageWin, averageLoss, expectancy, total } = performance(list)
        const sum = (averageWin ?? new Decimal(0))
          .times(wins)
          .plus((averageLoss ?? new Decimal(0)).times(losses))
        expect(sum.minus(total).abs().lessThan('1e-30')).toBe(true)
        expect(expectancy!.times(resolved).minus(total).abs().lessThan('1e-30')).toBe(true)
      }),
    )
  })

  it('keeps every drawdown between zero and the maximum, and ends the curve at the total', () => {
    fc.assert(
      fc.property(record, (list) => {
        const { maxDrawdown, currentDrawdown, curve, total } = performance(list)
        expect(currentDrawdown.greaterThanOrEqualTo(0)).toBe(true)
        expect(maxDrawdown.greaterThanOrEqualTo(currentDrawdown)).toBe(true)
        expect(curve.at(-1)!.r.equals(total)).toBe(true)
        const totals = ['0', ...curve.map((point) => point.r.toString())].map((r) => new Decimal(r))
        const deepest = totals.flatMap((high, at) => totals.slice(at).map((low) => high.minus(low)))
        expect(Decimal.max(...deepest).equals(maxDrawdown)).toBe(true)
      }),
    )
  })
})
