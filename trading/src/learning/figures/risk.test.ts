import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '../../decimal.ts'
import { computeFigure, EXACT } from './figures.ts'
import { riskFigures } from './risk.ts'

const RISK = riskFigures(EXACT)
const value = (quotation: string) => computeFigure(quotation)?.value.toNumber()

/** The share of all sequences of `trades` trades, won at `rate`, that hold a run of `length` losses. */
function countedStreaks(rate: number, length: number, trades: number): number {
  let chance = 0
  for (let sequence = 0; sequence < 2 ** trades; sequence++) {
    const results = sequence.toString(2).padStart(trades, '0')
    if (!results.includes('0'.repeat(length))) continue
    const wins = results.replaceAll('0', '').length
    chance += rate ** wins * (1 - rate) ** (trades - wins)
  }
  return chance
}

describe('figures on risk', () => {
  it('give the chance of a losing streak that counting every sequence gives', () => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 9 }),
    )
    fc.assert(
      fc.property(cases, ([tenths, length, trades]) => {
        const found = value(`losing-streak-chance?rate=0.${tenths}&length=${length}&trades=${trades}`)
        expect(found).toBeCloseTo(countedStreaks(tenths / 10, length, trades), 10)
      }),
      { numRuns: 60 },
    )
  })

  it('give chances of winners that add up to one', () => {
    expect(value('wins-at-most-chance?rate=0.4&trades=30&wins=30')).toBeCloseTo(1, 12)
    expect(value('wins-at-most-chance?rate=0.5&trades=4&wins=1')).toBeCloseTo(5 / 16, 12)
  })

  it('count the losses until a drawdown that is then reached, and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 90 }), (risk, drawdown) => {
        const given = { risk: new Decimal(risk).div(100), drawdown: new Decimal(drawdown).div(100) }
        const losses = RISK['losses-until'].gives(given) as Decimal
        const fallen = (count: Decimal) =>
          RISK['account-drawdown'].gives({ risk: given.risk, losses: count }).toDecimalPlaces(30) as Decimal
        expect(fallen(losses).gte(given.drawdown)).toBe(true)
        expect(fallen(losses.minus(1)).lt(given.drawdown)).toBe(true)
      }),
    )
  })

  it('make correlated positions worth between one and all of them', () => {
    expect(value('correlated-risk?first=0.01&second=0.02&correlation=1')).toBeCloseTo(0.03, 12)
    expect(value('correlated-risk?first=0.01&second=0.01&correlation=-1')).toBeCloseTo(0, 12)
    expect(value('independent-positions?count=4&correlation=0')).toBe(4)
    expect(value('independent-positions?count=4&correlation=1')).toBe(1)
  })

  it('refuse counts that no trader has', () => {
    expect(computeFigure('losing-streak-chance?rate=0.5&length=0&trades=10')).toBeNull()
    expect(computeFigure('losing-streak-chance?rate=0.5&length=2&trades=-1')).toBeNull()
    expect(computeFigure('wins-at-most-chance?rate=0.5&trades=10&wins=11')).toBeNull()
  })
})
