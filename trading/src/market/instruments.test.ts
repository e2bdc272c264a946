import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal, decimal, plain } from '../decimal.ts'
import { INSTRUMENTS, instrument } from '../fixtures/instruments.ts'
import {
  distanceUnit,
  formatPrice,
  hasTooManyDigits,
  instrumentFromRow,
  pipsBetween,
  price,
  roundPrice,
} from './instruments.ts'

describe('instruments', () => {
  it.each([
    ['EURUSD', '1.0850', '1.0820', '-30'],
    ['USDJPY', '150.200', '150.900', '70'],
    ['XAUUSD', '2650.00', '2655.50', '55'],
    ['NAS100', '20150.0', '20100.0', '-50'],
  ])('counts pips on %s from %s to %s', (symbol, from, to, pips) => {
    expect(plain(pipsBetween(instrument(symbol), new Decimal(from), new Decimal(to)))).toBe(pips)
  })

  it('formats a price with all digits of the instrument', () => {
    expect(formatPrice(instrument('EURUSD'), new Decimal('1.085'))).toBe('1.08500')
    expect(formatPrice(instrument('XAUUSD'), new Decimal('2650.005'))).toBe('2650.01')
  })

  it('rejects more decimals than quoted, except trailing zeros', () => {
    expect(hasTooManyDigits(instrument('USDJPY'), new Decimal('150.2000'))).toBe(false)
    expect(hasTooManyDigits(instrument('USDJPY'), new Decimal('150.2001'))).toBe(true)
  })

  it('accepts only plain decimals above zero as prices', () => {
    for (const text of [
      '',
      ' 1',
      '1e5',
      '+1',
      '-1',
      '0',
      '0.00',
      '1,5',
      '.5',
      '1.',
      'NaN',
      'Infinity',
      null,
    ]) {
      expect(price(text)).toBeNull()
    }
    expect(price('1.0850')?.toString()).toBe('1.085')
  })

  it('reads a row of the instruments table and refuses one without a usable pip', () => {
    const row = {
      symbol: 'EURUSD',
      class: 'forex',
      base_currency: 'EUR',
      quote_currency: 'USD',
      digits: 5,
      pip_size: 0.0001,
      contract_size: '100000.00',
    }
    expect(instrumentFromRow(row)).toEqual(instrument('EURUSD'))
    expect(() => instrumentFromRow({ ...row, pip_size: '0' })).toThrow(RangeError)
    expect(() => instrumentFromRow({ ...row, class: 'bond' })).toThrow(RangeError)
  })

  it('formats, parses and rounds to the same price', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INSTRUMENTS), fc.integer({ min: 1, max: 2 ** 40 }), (market, points) => {
        const value = new Decimal(points).times(new Decimal(10).pow(-market.digits))
        const text = formatPrice(market, value)
        expect(decimal(text)?.equals(value)).toBe(true)
        expect(roundPrice(market, value).equals(value)).toBe(true)
        expect(hasTooManyDigits(market, value)).toBe(false)
      }),
    )
  })

  it('counts distances in pips, in points of an index, and in the currency of a coin', () => {
    const said = (symbol: string) => {
      const market = instrument(symbol)
      const { unit, pips } = distanceUnit(market)
      // 30 units, back in the price.
      return [unit, pips.times(30).times(market.pipSize).toString()]
    }
    expect(['EURUSD', 'XAUUSD', 'NAS100', 'BTCUSD', 'ETHUSD'].map(said)).toEqual([
      ['pips', '0.003'],
      ['pips', '3'],
      ['points', '30'],
      ['currency', '30'],
      ['currency', '30'],
    ])
  })

  it('counts the same pips in both directions', () => {
    const value = fc.integer({ min: 1, max: 10 ** 9 }).map((points) => new Decimal(points).dividedBy(1000))
    fc.assert(
      fc.property(fc.constantFrom(...INSTRUMENTS), value, value, (market, from, to) => {
        expect(
          pipsBetween(market, from, to)
            .plus(pipsBetween(market, to, from))
            .isZero(),
        ).toBe(true)
      }),
    )
  })
})
