import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths } from '#lib/language/format.ts'
import { minorUnits } from './minor-units.ts'

describe('minor units', () => {
  it.each([
    ['0', 0],
    ['12.5', 1250],
    ['12.05', 1205],
    ['39', 3900],
    ['12.345', null],
    ['-1', null],
    ['', null],
    ['1e3', null],
  ])('reads %j as %j', (text, minor) => expect(minorUnits(text)).toBe(minor))

  it('writes what it reads', () => {
    fc.assert(fc.property(fc.nat(1_000_000_000), (minor) => minorUnits(hundredths(minor)) === minor))
    expect(hundredths(-5)).toBe('-0.05')
  })
})
