import { describe, expect, it } from 'vitest'
import { yearDays } from './year-days.ts'

describe('the days of a year', () => {
  it('begin in the first column on their own weekday', () => {
    expect(yearDays(2026)[0]).toEqual({ day: '2026-01-01', weekday: 3, week: 0 })
    expect(yearDays(2024)[0]).toEqual({ day: '2024-01-01', weekday: 0, week: 0 })
  })

  it('are all there, leap days too, in 54 columns at most', () => {
    for (let year = 1999; year < 2040; year += 1) {
      const days = yearDays(year)
      expect(days.length).toBe(year % 4 === 0 ? 366 : 365)
      expect(days.at(-1)?.day).toBe(`${year}-12-31`)
      expect(days.at(-1)?.week).toBeLessThan(54)
    }
    expect(yearDays(2024).map(({ day }) => day)).toContain('2024-02-29')
  })
})
