import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessEnd, businessMs, type SupportHours } from './business-hours.ts'

const HOUR = 3_600_000
const paris: SupportHours = {
  zone: 'Europe/Paris',
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '19:00' })),
  closedDays: new Set(['2026-12-25', '2027-01-01', '2027-03-29']),
}
const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) })
const length = fc.integer({ min: 0, max: 60 * HOUR })

describe('business time', () => {
  it('[S-114] promises 8 business hours at 11:32, with a pause of 22 minutes, by 09:54 on the next day', () => {
    const opened = Date.parse('2026-11-19T11:32:00+01:00')
    expect(businessEnd(paris, opened, 8 * HOUR + 22 * 60_000)).toBe(Date.parse('2026-11-20T09:54:00+01:00'))
  })

  it.each([
    ['over a weekend', '2026-11-20T18:00:00+01:00', 2, '2026-11-23T10:00:00+01:00'],
    ['over Christmas', '2026-12-24T18:30:00+01:00', 1, '2026-12-28T09:30:00+01:00'],
    [
      'over the night in which clocks go forward',
      '2027-03-26T18:00:00+01:00',
      2,
      '2027-03-30T10:00:00+02:00',
    ],
    ['over the night in which clocks go back', '2026-10-23T18:00:00+02:00', 2, '2026-10-26T10:00:00+01:00'],
    ['from before the opening', '2026-11-20T03:00:00+01:00', 1, '2026-11-20T10:00:00+01:00'],
    ['until the closing itself', '2026-11-20T09:00:00+01:00', 10, '2026-11-20T19:00:00+01:00'],
  ])('counts %s', (_, since, hours, end) => {
    expect(businessEnd(paris, Date.parse(since), hours * HOUR)).toBe(Date.parse(end))
  })

  it('ends a time exactly as long as was asked for', () => {
    fc.assert(
      fc.property(moment, length, (since, ms) => {
        const end = businessEnd(paris, since, ms)
        expect(end).not.toBeNull()
        expect(businessMs(paris, since, end ?? 0)).toBe(ms)
      }),
    )
  })

  it('lets a pause add to a promise what the pause took, wherever it is cut', () => {
    fc.assert(
      fc.property(moment, length, length, (since, first, second) => {
        const inOne = businessEnd(paris, since, first + second)
        expect(businessEnd(paris, businessEnd(paris, since, first) ?? 0, second)).toBe(inOne)
      }),
    )
  })

  it('adds up over any instant in between, and never counts back', () => {
    fc.assert(
      fc.property(moment, moment, moment, (...times) => {
        const [a = 0, b = 0, c = 0] = times.toSorted((one, other) => one - other)
        expect(businessMs(paris, a, b) + businessMs(paris, b, c)).toBe(businessMs(paris, a, c))
        expect(businessMs(paris, c, a)).toBe(0)
      }),
    )
  })

  it('says that nothing ends where support never opens', () => {
    expect(businessEnd({ ...paris, hours: [] }, Date.UTC(2026, 0, 1), 1)).toBeNull()
  })
})
