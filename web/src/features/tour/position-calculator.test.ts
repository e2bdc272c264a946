import fc from 'fast-check'
import { Decimal } from 'trading/decimal'
import type { Instrument } from 'trading/market/instruments'
import { describe, expect, it } from 'vitest'
import { calculatePosition, leverageCap, typedNumber } from './position-calculator.ts'

const eurusd: Instrument = {
  symbol: 'EURUSD',
  class: 'forex',
  baseCurrency: 'EUR',
  quoteCurrency: 'USD',
  digits: 5,
  pipSize: '0.0001',
  contractSize: '100000',
}
const input = {
  capital: new Decimal(5000),
  riskPercent: new Decimal(1),
  stopPips: new Decimal(30),
  instrument: eurusd,
  price: new Decimal('1.0866'),
  conversionRate: { units: new Decimal(1), per: new Decimal('1.0866') },
}

describe('the position size calculator', () => {
  it('gives the figures of a worked example', () => {
    const result = calculatePosition(input)
    expect(result?.lots.toString()).toBe('0.18')
    expect(result?.exactLots.toFixed(3)).toBe('0.181')
    expect(result?.lossAtStop.toFixed(2)).toBe('49.70')
    expect(result?.pipOfOneLot.toFixed(2)).toBe('9.20')
    expect(result?.pipOfPosition.toFixed(2)).toBe('1.66')
    expect(result?.margin.toFixed(2)).toBe('600.00')
  })

  it('never puts more at risk than asked', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => new Decimal(cents).dividedBy(100))
    fc.assert(
      fc.property(amount, amount, amount, (capital, riskPercent, stopPips) => {
        const result = calculatePosition({ ...input, capital, riskPercent, stopPips })
        const asked = capital.times(riskPercent).dividedBy(100)
        expect(result?.lossAtStop.lessThanOrEqualTo(asked)).toBe(true)
      }),
    )
  })

  it('gives nothing for a stop without distance', () => {
    expect(calculatePosition({ ...input, stopPips: new Decimal(0) })).toBeNull()
  })

  it('caps leverage as the European rule does', () => {
    const caps = [
      eurusd,
      { ...eurusd, baseCurrency: 'AUD' },
      { ...eurusd, class: 'metal' as const, baseCurrency: 'XAU' },
      { ...eurusd, class: 'metal' as const, baseCurrency: 'XAG' },
      { ...eurusd, class: 'index' as const },
      { ...eurusd, class: 'crypto' as const },
    ].map(leverageCap)
    expect(caps).toEqual([30, 20, 20, 10, 20, 2])
  })
})

describe('a typed number', () => {
  it.each([
    ['5 000,50', 'fr', '5000.5'],
    ['5\u202f000,50', 'fr', '5000.5'],
    ['5000.50', 'fr', '5000.5'],
    ['5.000', 'es', '5000'],
    ['1.5', 'it', '1.5'],
    ['5,000', 'en', '5000'],
    ['5,000.50', 'en', '5000.5'],
    ['5.000,50', 'it', '5000.5'],
    ['1,0', 'fr', '1'],
    ['1,', 'fr', '1'],
  ])('%j in %s is %s', (text, language, value) => {
    expect(typedNumber(text, language)?.toString()).toBe(value)
  })

  it.each(['', '0', '-3', '1e5', 'abc', '1,2,3', '٣'])('%j is no number above zero', (text) => {
    expect(typedNumber(text, 'fr')).toBeNull()
  })
})
