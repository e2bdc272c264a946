import { describe, expect, it } from 'vitest'
import { figuresOf } from './all-figures.ts'
import { computeFigure, EXACT } from './figures.ts'

describe('the figures of courses', () => {
  it('have a name each, so that no file replaces the formula of another', () => {
    const names = figuresOf(EXACT).flatMap((figures) => Object.keys(figures))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
  it('are computed from every argument they need, and refused otherwise', () => {
    expect(computeFigure('breakeven-rate?gain=3')?.value.toString()).toBe('0.25')
    expect(computeFigure('account-after-losses?risk=0.01&losses=10')?.value.toFixed(4)).toBe('0.9044')
    expect(computeFigure('position-size-lots?capital=5000&risk=0.01&stop=25&pip=9.2')?.value.toString()).toBe(
      '0.21',
    )
    for (const quotation of [
      'none?x=1',
      'breakeven-rate',
      'breakeven-rate?gain=a',
      'breakeven-rate?gain=1&x=2',
      'breakeven-rate?gain=-1',
      'constructor?x=1',
    ])
      expect(computeFigure(quotation)).toBeNull()
  })
})
