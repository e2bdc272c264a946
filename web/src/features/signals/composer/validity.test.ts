import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutesOf, UNITS, type Unit, validityOf } from './validity.ts'

describe('a validity', () => {
  it.each<[string, string, Unit]>([
    ['5', '5', 'minutes'],
    ['90', '90', 'minutes'],
    ['480', '8', 'hours'],
    ['1440', '1', 'days'],
    ['43200', '30', 'days'],
    ['', '', 'minutes'],
    ['soon', 'soon', 'minutes'],
  ])('of %s minutes is shown as %s %s', (minutes, amount, unit) => {
    expect(validityOf(minutes)).toEqual({ amount, unit })
  })

  it.each<[string, Unit, string]>([
    ['1,5', 'hours', '90'],
    ['0.25', 'hours', '15'],
    [' 2 ', 'days', '2880'],
    ['1.01', 'hours', '60.6'],
    ['', 'hours', ''],
    ['soon', 'days', 'soon'],
  ])('of %s %s is %s minutes in the draft', (amount, unit, minutes) => {
    expect(minutesOf({ amount, unit })).toBe(minutes)
  })

  it('is the same once shown and read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 43_200 }), (minutes) => {
        expect(minutesOf(validityOf(String(minutes)))).toBe(String(minutes))
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...UNITS), fc.integer({ min: 1, max: 700 }), (unit, amount) => {
        const minutes = minutesOf({ amount: String(amount), unit })
        expect(minutesOf(validityOf(minutes))).toBe(minutes)
      }),
    )
  })
})
