import { describe, expect, it } from 'vitest'
import { internationalNumber, phoneCountry } from './phone-number.ts'

describe('a telephone number', () => {
  it.each([
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['+33 6 12 34 56 78', 'GB', '+33612345678'],
    ['0470 12 34 56', 'BE', '+32470123456'],
    ['612 345 678', 'ES', '+34612345678'],
    ['12', 'FR', null],
    ['', 'FR', null],
    ['téléphone', 'FR', null],
  ] as const)('%j read in %s is %s', async (text, country, expected) => {
    expect(await internationalNumber(text, country)).toBe(expected)
  })

  it.each([
    ['fr', ['fr-BE', 'fr', 'en-US'], 'BE'],
    ['fr', ['fr'], 'FR'],
    ['it', ['it', 'es'], 'IT'],
    ['en', ['en-AU'], 'GB'],
    ['es', [], 'ES'],
  ] as const)('%s with browser languages %j expects a number of %s', (language, browser, country) => {
    expect(phoneCountry(language, browser)).toBe(country)
  })
})
