import fc from 'fast-check'
import { LANGUAGES } from 'mails/languages'
import { describe, expect, it } from 'vitest'
import { addDays, isoDay, localDay, readDay, writeDay, writeDays } from './iso-date.ts'

const TODAY = '2026-11-21'
const language = fc.constantFrom(...LANGUAGES)
const iso = fc
  .date({ min: new Date('1900-01-01T00:00Z'), max: new Date('2199-12-31T00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a day that is typed', () => {
  it.each([
    ['19/11/2026', 'fr', '2026-11-19'],
    ['9.3.26', 'it', '2026-03-09'],
    ['19-11', 'es', '2026-11-19'],
    ['19 11 2025', 'en', '2025-11-19'],
    ['19112026', 'fr', '2026-11-19'],
    ['191126', 'fr', '2026-11-19'],
    ['2026-11-19', 'en', '2026-11-19'],
    ['1er août 2026', 'fr', '2026-08-01'],
    ['3 févr.', 'fr', '2026-02-03'],
    ['14 FÉVRIER 25', 'fr', '2025-02-14'],
    ['14 juil 2026', 'fr', '2026-07-14'],
    ['19 Nov 2026', 'en', '2026-11-19'],
    ['November 19th, 2026', 'en', '2026-11-19'],
    ['2nd May', 'en', '2026-05-02'],
    ['19 de noviembre de 2026', 'es', '2026-11-19'],
    ['1 ene. 2027', 'es', '2027-01-01'],
    ['1º gennaio 2027', 'it', '2027-01-01'],
    ['8 dic', 'it', '2026-12-08'],
    ['29/2/2028', 'fr', '2028-02-29'],
    ['', 'fr', ''],
    ['  ', 'fr', ''],
  ])('%s in %s is %s', (text, code, day) => {
    expect(readDay(text, code, TODAY)).toBe(day)
  })

  it.each([
    ['29/2/2026', 'fr'],
    ['31/4', 'fr'],
    ['11/19/2026', 'en'],
    ['0/1/2026', 'fr'],
    ['1/13/2026', 'fr'],
    ['1/1/1850', 'fr'],
    ['1 jui', 'fr'],
    ['1 ma', 'fr'],
    ['1 noviembre', 'fr'],
    ['tomorrow', 'en'],
    ['1/1/026', 'fr'],
  ])('%s in %s cannot be read', (text, code) => {
    expect(readDay(text, code, TODAY)).toBeNull()
  })

  it('comes back from what is shown, in every language', () => {
    fc.assert(
      fc.property(iso, language, (day, code) => {
        expect(readDay(writeDay(day), code, TODAY)).toBe(day)
      }),
    )
  })

  it('comes back from the long date of the language', () => {
    fc.assert(
      fc.property(iso, language, (day, code) => {
        const long = new Date(`${day}T00:00Z`).toLocaleDateString(code === 'en' ? 'en-GB' : code, {
          dateStyle: 'long',
          timeZone: 'UTC',
        })
        expect(readDay(long, code, TODAY)).toBe(day)
      }),
    )
  })

  it('is a day that exists, blank or unread, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789/.- '), maxLength: 10 })),
        language,
        (text, code) => {
          const day = readDay(text, code, TODAY)
          if (day) expect(new Date(`${day}T00:00Z`).toISOString().slice(0, 10)).toBe(day)
        },
      ),
    )
  })
})

it('a day is the same on the screen’s calendar and back', () => {
  fc.assert(
    fc.property(iso, (day) => {
      expect(isoDay(localDay(day))).toBe(day)
    }),
  )
})

it('days are counted across months, years and the changes of the clock', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-10-25', 1)).toBe('2026-10-26')
  fc.assert(
    fc.property(iso, fc.integer({ min: -400, max: 400 }), (day, count) => {
      expect(addDays(addDays(day, count), -count)).toBe(day)
    }),
  )
})

it.each(LANGUAGES)('a period says what both days share once, in %s', (code) => {
  const words = writeDays('2026-11-01', '2026-11-21', code)
  expect(words.match(/2026/g)).toHaveLength(1)
  expect(words.match(/nov/gi)).toHaveLength(1)
})
