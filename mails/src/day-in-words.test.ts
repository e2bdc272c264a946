import { expect, it } from 'vitest'
import { withFirstDay } from './day-in-words.ts'

const written = (
  day: string,
  language: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
) =>
  withFirstDay(
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(`${day}T09:01Z`)),
    language,
  )

it.each([
  ['fr', '1er janvier 2027', '11 janvier 2027', '21 janvier 2027'],
  ['it', '1º gennaio 2027', '11 gennaio 2027', '21 gennaio 2027'],
  ['es', '1 de enero de 2027', '11 de enero de 2027', '21 de enero de 2027'],
  ['en', 'January 1, 2027', 'January 11, 2027', 'January 21, 2027'],
])('the first of a month is written in %s as %s, and other days with a 1 unchanged', (language, ...days) => {
  expect(['2027-01-01', '2027-01-11', '2027-01-21'].map((day) => written(day, language))).toEqual(days)
})

it('the first of a month keeps its weekday and its time', () => {
  expect(written('2027-01-01', 'fr', { weekday: 'long', day: 'numeric', month: 'long' })).toBe(
    'vendredi 1er janvier',
  )
  expect(written('2027-01-01', 'fr', { dateStyle: 'long', timeStyle: 'short' })).toBe(
    '1er janvier 2027 à 09:01',
  )
  expect(written('2027-01-21', 'fr', { dateStyle: 'long', timeStyle: 'long' })).toBe(
    '21 janvier 2027 à 09:01:00 UTC',
  )
})
