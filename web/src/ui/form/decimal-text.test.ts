import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { LANGUAGES } from 'mails/languages'
import { describe, expect, it } from 'vitest'
import { createFormat } from '#lib/language/format.ts'
import {
  compareDecimals,
  couldBecomeDecimal,
  decimalsOf,
  editDecimal,
  readDecimal,
  readPrice,
  stepDecimal,
} from './decimal-text.ts'

const language = fc.constantFrom(...LANGUAGES)
const decimal = (digits = 6) =>
  fc
    .record({
      negative: fc.boolean(),
      units: fc.bigInt({ min: 0n, max: 10n ** 15n }),
      digits: fc.integer({ min: 0, max: digits }),
    })
    .map(({ negative, units, digits: count }) => {
      const text = units.toString().padStart(count + 1, '0')
      const value = count === 0 ? text : `${text.slice(0, -count)}.${text.slice(-count)}`
      return negative && units > 0n ? `-${value}` : value
    })

describe('a decimal that is typed', () => {
  it.each([
    ['5 000,00', 'fr', '5000.00'],
    ['5000.5', 'fr', '5000.5'],
    ['1.085', 'fr', '1.085'],
    ['1,085', 'fr', '1.085'],
    ['5,000', 'en', '5000'],
    ['5.000', 'it', '5000'],
    ['5.000', 'es', '5000'],
    ['0.125', 'it', '0.125'],
    ['0,125', 'en', '0.125'],
    ['1,5', 'en', '1.5'],
    ['1.234.567,89', 'es', '1234567.89'],
    ['1,234,567.89', 'fr', '1234567.89'],
    ['1’250', 'fr', '1250'],
    ['−6,4', 'fr', '-6.4'],
    ['+2', 'fr', '2'],
    [',5', 'fr', '0.5'],
    ['12,', 'fr', '12'],
    ['007', 'fr', '7'],
    ['-0,0', 'fr', '0.0'],
    ['', 'fr', ''],
    ['  ', 'fr', ''],
  ])('%s in %s is %s', (text, code, value) => {
    expect(readDecimal(text, code)).toBe(value)
  })

  it.each(['-', ',', '1,2,3', '1.2,3.4', '12a', '1-2', '1e5', 'Infinity', '1..2'])(
    '%s cannot be read',
    (text) => {
      expect(readDecimal(text, 'fr')).toBeNull()
    },
  )

  it('comes back from what is shown for typing, in every language', () => {
    fc.assert(
      fc.property(decimal(), language, (value, code) => {
        expect(readDecimal(editDecimal(value, code), code)).toBe(value)
      }),
    )
  })

  it('comes back from what is shown at rest, thousands and all', () => {
    fc.assert(
      fc.property(decimal(), language, (value, code) => {
        expect(readDecimal(createFormat(code).number(value, decimalsOf(value)), code)).toBe(value)
      }),
    )
  })

  it('is a decimal, blank or unread, whatever the text', () => {
    expect(readDecimal('--0', 'fr')).toBeNull()
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,-− ') })),
        language,
        (text, code) => {
          const value = readDecimal(text, code)
          if (value) {
            expect(value).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/)
            expect(couldBecomeDecimal(text.trim())).toBe(true)
          }
        },
      ),
    )
  })

  it('as a price takes point and comma alike', () => {
    expect(readPrice('1,085')).toBe('1.085')
    expect(readPrice('1.0850')).toBe('1.0850')
    expect(readPrice('2 384.00')).toBe('2384.00')
    expect(readPrice('1.2.3')).toBeNull()
    expect(readPrice('1,234.00')).toBeNull()
  })
})

describe('a step', () => {
  it.each([
    ['1.0', '0.1', 1, '1.1'],
    ['1.05', '0.1', 1, '1.1'],
    ['1.05', '0.1', -1, '1.0'],
    ['0.1', '0.1', 2, '0.3'],
    ['-1', '0.25', 1, '-0.75'],
    ['0.2', '0.1', -2, '0.0'],
    ['', '1', 1, '0'],
    ['100', '1', 10, '110'],
  ])('from %s by %s, %i times, gives %s', (value, step, count, next) => {
    expect(stepDecimal(value, step, count)).toBe(next)
  })

  it('stops at a bound, even one that is not on a step', () => {
    expect(stepDecimal('4.9', '0.2', 1, { min: '0.1', max: '5' })).toBe('5')
    expect(stepDecimal('0.3', '0.2', -10, { min: '0.1', max: '5' })).toBe('0.1')
    expect(stepDecimal('', '0.1', 1, { min: '0.1' })).toBe('0.1')
  })

  it('agrees with exact arithmetic from a value that stands on one', () => {
    const step = fc.constantFrom('1', '0.1', '0.01', '0.25', '0.00001', '5')
    fc.assert(
      fc.property(
        step,
        fc.integer({ min: -100000, max: 100000 }),
        fc.integer({ min: -50, max: 50 }),
        (size, place, count) => {
          const value = new Decimal(size).times(place)
          const next = stepDecimal(value.toFixed(), size, count)
          expect(new Decimal(next).eq(value.plus(new Decimal(size).times(count)))).toBe(true)
        },
      ),
    )
  })

  it('never leaves its bounds and never goes the other way', () => {
    fc.assert(
      fc.property(
        decimal(4),
        decimal(2),
        decimal(2),
        fc.integer({ min: -20, max: 20 }).filter((count) => count !== 0),
        (value, one, other, count) => {
          const [min, max] = compareDecimals(one, other) <= 0 ? [one, other] : [other, one]
          const next = stepDecimal(value, '0.5', count, { min, max })
          const within = (one: string) => compareDecimals(one, min) >= 0 && compareDecimals(one, max) <= 0
          expect(within(next)).toBe(true)
          if (within(value)) expect(compareDecimals(next, value) * Math.sign(count)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

it('decimals compare as numbers do', () => {
  fc.assert(
    fc.property(decimal(), decimal(), (one, other) => {
      expect(compareDecimals(one, other)).toBe(new Decimal(one).cmp(other))
    }),
  )
})
