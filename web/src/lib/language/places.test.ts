import { LANGUAGES } from 'mails/languages'
import { describe, expect, it } from 'vitest'
import { countriesIn, countryCodes } from './countries.ts'
import { timeZoneName, timeZonesIn } from './time-zones.ts'

describe('the countries', () => {
  const codes = (...of: Parameters<typeof countriesIn>) => countriesIn(...of).map(({ code }) => code)

  it.each(LANGUAGES)('in %s are each listed once, with a name', (language) => {
    expect(codes(language, ['JP']).toSorted()).toEqual(countryCodes().toSorted())
    for (const { code, name } of countriesIn(language, [])) expect(name, code).not.toBe(code)
  })

  it('begin with the reader’s own one, then those where their language is spoken, then those of the other languages', () => {
    expect(codes('it', ['JP']).slice(0, 4)).toEqual(['JP', 'IT', 'CH', 'SM'])
    expect(codes('fr', ['BE']).slice(0, 3)).toEqual(['BE', 'FR', 'CH'])
    expect(codes('fr', []).indexOf('ES')).toBeLessThan(codes('fr', []).indexOf('AF'))
  })

  it('end in the order of their names, in the reader’s language', () => {
    const rest = countriesIn('fr', [])
      .slice(30)
      .map(({ name }) => name)
    expect(rest).toEqual(rest.toSorted(new Intl.Collator('fr').compare))
    expect(rest).toContain('Éthiopie')
  })
})

describe('the time zones', () => {
  it('have the name of their country, and a city where it has several', () => {
    expect(timeZoneName('Europe/Brussels', 'fr')).toBe('Belgique')
    expect(timeZoneName('Europe/Rome', 'es')).toBe('Italia')
    expect(timeZoneName('America/New_York', 'it')).toBe('Stati Uniti (New York)')
    expect(timeZoneName('Etc/Unknown_Place', 'fr')).toBe('Unknown Place')
  })

  it.each(LANGUAGES)('in %s are each listed once, under a name of their own', (language) => {
    const zones = timeZonesIn(language, ['Asia/Tokyo'])
    expect(zones.map(({ zone }) => zone).toSorted()).toEqual(Intl.supportedValuesOf('timeZone').toSorted())
    expect(zones.length - new Set(zones.map(({ name }) => name)).size).toBe(0)
  })

  it('begin with the reader’s own one, then those of their language, then those of the other languages', () => {
    const zones = (...of: Parameters<typeof timeZonesIn>) => timeZonesIn(...of).map(({ zone }) => zone)
    expect(zones('es', ['Asia/Tokyo', 'Europe/Madrid']).slice(0, 3)).toEqual([
      'Asia/Tokyo',
      'Europe/Madrid',
      'Atlantic/Canary',
    ])
    expect(zones('it', []).slice(0, 4)).toEqual([
      'Europe/Rome',
      'Europe/Zurich',
      'Europe/San_Marino',
      'Europe/Paris',
    ])
    expect(zones('fr', []).indexOf('Europe/London')).toBeLessThan(zones('fr', []).indexOf('Europe/Berlin'))
  })
})
