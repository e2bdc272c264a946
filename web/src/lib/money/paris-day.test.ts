import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parisDay, parisDayEnd, parisMoment } from './paris-day.ts'

describe.each(['America/Los_Angeles', 'Europe/Paris', 'Pacific/Kiritimati'])(
  'a day of money, read in %s',
  (zone) => {
    let before: string | undefined
    beforeEach(() => {
      before = process.env.TZ
      process.env.TZ = zone
    })
    afterEach(() => {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    })

    it('begins and ends by the clock in Paris', () => {
      expect(parisMoment('2026-11-21')).toBe('2026-11-20T23:00:00.000Z')
      expect(parisDayEnd('2026-11-21')).toBe('2026-11-21T22:59:59.000Z')
      expect(parisMoment('2026-07-01')).toBe('2026-06-30T22:00:00.000Z')
      // The days on which clocks change.
      expect([parisMoment('2026-03-29'), parisDayEnd('2026-03-29')]).toEqual([
        '2026-03-28T23:00:00.000Z',
        '2026-03-29T21:59:59.000Z',
      ])
      expect([parisMoment('2026-10-25'), parisDayEnd('2026-10-25')]).toEqual([
        '2026-10-24T22:00:00.000Z',
        '2026-10-25T22:59:59.000Z',
      ])
    })

    it('is that of every moment between', () => {
      for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2026-12-31']) {
        expect([parisDay(parisMoment(day)), parisDay(parisDayEnd(day))]).toEqual([day, day])
      }
      expect(parisDay(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01')
    })
  },
)
