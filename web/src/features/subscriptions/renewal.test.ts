import { describe, expect, it } from 'vitest'
import { renewalOf } from './renewal.ts'

const day = (date: Date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-')

describe('the day a subscription renews', () => {
  it('is the same day of the next month or year', () => {
    expect(day(renewalOf(new Date(2026, 10, 21, 9), 'month'))).toBe('2026-12-21')
    expect(day(renewalOf(new Date(2026, 11, 21, 23, 59), 'month'))).toBe('2027-1-21')
    expect(day(renewalOf(new Date(2026, 10, 21), 'year'))).toBe('2027-11-21')
  })

  it('is the last day where the month is too short', () => {
    expect(day(renewalOf(new Date(2027, 0, 31), 'month'))).toBe('2027-2-28')
    expect(day(renewalOf(new Date(2028, 1, 29), 'year'))).toBe('2029-2-28')
  })
})
