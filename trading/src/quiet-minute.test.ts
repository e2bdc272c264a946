import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { points } from './quiet-minute.ts'

describe('points', () => {
  it('equal decimal.js’s result for every possible price', () => {
    const price = fc.tuple(fc.nat({ max: 9_999_999 }), fc.nat({ max: 99_999_999 }), fc.nat({ max: 8 }))
    fc.assert(
      fc.property(price, fc.nat({ max: 8 }), ([whole, fraction, places], decimals) => {
        const text =
          places === 0 ? String(whole) : `${whole}.${String(fraction).padStart(8, '0').slice(0, places)}`
        const exact = new Decimal(text).times(Decimal.pow(10, decimals))
        const value = points(text, decimals)
        if (exact.isInteger() && exact.lessThan(Number.MAX_SAFE_INTEGER / 2))
          expect(value).toBe(exact.toNumber())
        else expect(value).toBeNaN()
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['', '-1', '1e5', 'NaN', '1.2.3', '1,5', ' 1', '.5', '9007199254740993', '123456789012.123456789'])(
    'are NaN for "%s", so that its minute is decided in full',
    (text) => {
      expect(points(text, 7)).toBeNaN()
    },
  )
})
