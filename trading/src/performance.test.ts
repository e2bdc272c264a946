import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { performance } from './performance.ts'

const results = (...values: string[]) => values.map((r, index) => ({ at: `2026-11-${10 + index}`, r }))

describe('performance', () => {
  it('gives the figures of a small record as one computes them by hand', () => {
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

  it('says nothing it cannot know of an empty or spotless record', () => {
    const none = performance([])
    expect(none).toMatchObject({ resolved: 0, winRate: null, expectancy: null, expectancyHalfWidth: null })
    expect(none).toMatchObject({ averageWin: null, averageLoss: null, profitFactor: null })
    expect(performance(results('1')).profitFactor).toBeNull()
    expect(performance(results('1')).expectancyHalfWidth).toBeNull()
  })

  const record = fc
    .array(fc.integer({ min: -30000, max: 50000 }), { minLength: 1, maxLength: 80 })
    .map((values) => results(...values.map((r) => new Decimal(r).dividedBy(10000).toString())))

  it('joins expectancy, win rate and averages: p × W − (1 − p) × L', () => {
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

  it('keeps every drawdown between zero and the deepest, and the curve ending at the total', () => {
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
