import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toDecimal, toMinor } from './minor-units.ts'

describe('an amount', () => {
  it('round-trips through decimal text in any currency', () => {
    const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(amounts, fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'), (minor, currency) => {
        expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor)
      }),
    )
  })

  it.each([
    ['19', 'EUR', 1900],
    ['19.9', 'EUR', 1990],
    ['0.005', 'EUR', 1],
    ['0.00499999', 'EUR', 0],
    ['1900.4', 'JPY', 1900],
    ['1.2345', 'KWD', 1235],
  ] as const)('%s %s is %i', (text, currency, minor) => {
    expect(toMinor(text, currency)).toBe(minor)
  })

  it.each(['', '-1', '1e3', '1,5', '1.', 'NaN', '9007199254740993'])('“%s” is not valid', (text) => {
    expect(() => toMinor(text, 'EUR')).toThrow(RangeError)
  })
})
