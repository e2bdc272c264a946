import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal, plain } from './decimal.ts'
import { PARITY } from './market/exchange-rate.ts'
import { pipValue, positionSize } from './sizing.ts'

const d = (value: string | number) => new Decimal(value)
const rate = (units: string, per = '1') => ({ units: d(units), per: d(per) })
const euro = {
  capital: d(10000),
  riskPercent: d(1),
  entry: d('1.0850'),
  stop: d('1.0820'),
  contractSize: d(100000),
  conversionRate: PARITY,
  lotStep: d('0.01'),
}

describe('positionSize', () => {
  it('risks 1 % of 10 000 on 30 pips with 0.33 lots', () => {
    const size = positionSize(euro)
    expect(plain(size.lots)).toBe('0.33')
    expect(plain(size.units)).toBe('33000')
    expect(plain(size.riskAmount)).toBe('99')
    expect(plain(size.riskPercent)).toBe('0.99')
    expect(plain(size.lossPerLot)).toBe('300')
    expect(size.problem).toBeNull()
  })

  it('converts from the quote currency to the account’s currency', () => {
    const size = positionSize({
      ...euro,
      entry: d('150.2'),
      stop: d('149.8'),
      conversionRate: rate('0.00666'),
    })
    expect(plain(size.lots)).toBe('0.37')
  })

  it('uses the full size where the rate is the reciprocal of a price', () => {
    const size = positionSize({
      ...euro,
      entry: d('150.00'),
      stop: d('149.50'),
      conversionRate: rate('1', '150'),
    })
    expect(plain(size.lots)).toBe('0.3')
    expect(plain(size.riskAmount)).toBe('100')
  })

  it('takes nothing rather than exceed the risk', () => {
    expect(positionSize({ ...euro, capital: d(100) })).toMatchObject({ problem: 'below_minimum' })
    expect(positionSize({ ...euro, minimumLots: d('0.5') }).problem).toBe('below_minimum')
    expect(positionSize({ ...euro, maximumLots: d('0.1') })).toMatchObject({ problem: 'capped_at_maximum' })
    expect(positionSize({ ...euro, stop: euro.entry }).problem).toBe('invalid_input')
    expect(positionSize({ ...euro, capital: d(-1) }).problem).toBe('invalid_input')
  })

  it('never exceeds the requested risk, and is the largest such step', () => {
    const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => d(n).dividedBy(100))
    fc.assert(
      fc.property(
        cents(10 ** 9),
        cents(1000),
        cents(10 ** 6),
        cents(10 ** 6),
        cents(10 ** 6),
        cents(10 ** 6),
        (capital, risk, entry, stop, units, per) => {
          fc.pre(!entry.equals(stop))
          const input = { ...euro, capital, riskPercent: risk, entry, stop, conversionRate: { units, per } }
          const size = positionSize(input)
          const asked = capital.times(risk).dividedBy(100)
          expect(size.riskAmount.lessThanOrEqualTo(asked)).toBe(true)
          // Cross-multiplied: exact for any rate.
          const costs = (lots: Decimal) =>
            lots.times(entry.minus(stop).abs()).times(euro.contractSize).times(units)
          expect(costs(size.lots).lessThanOrEqualTo(asked.times(per))).toBe(true)
          expect(costs(size.lots.plus('0.01')).greaterThan(asked.times(per))).toBe(true)
          expect(size.lots.modulo('0.01').isZero()).toBe(true)
        },
      ),
    )
  })

  it('gives the value of a pip', () => {
    expect(plain(pipValue(d('0.33'), d(100000), d('0.0001'), PARITY))).toBe('3.3')
  })
})
