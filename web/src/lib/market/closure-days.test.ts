import { describe, expect, it } from 'vitest'
import { closuresByDay } from './closure-days.ts'

const closure = (session: string, starts_at: string, ends_at: string) => ({ session, starts_at, ends_at })
/** Midnight on the clock that these tests run on. */
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date)

describe('the closures of a day', () => {
  it('are put together by their hours, in one order', () => {
    expect(
      closuresByDay([
        closure('index_fr', '2027-03-26T00:00:00+01:00', '2027-03-27T00:00:00+01:00'),
        // New York's day begins on the evening before.
        closure('metal', '2027-03-25T17:00:00-04:00', '2027-03-26T17:00:00-04:00'),
        closure('index_de', '2027-03-26T00:00:00+01:00', '2027-03-27T00:00:00+01:00'),
      ]),
    ).toEqual([{ day: day(2027, 3, 26), sessions: ['metal', 'index_de', 'index_fr'], hours: null }])
  })

  it('tell the hours where a market is closed for a part of the day', () => {
    const hours = { from: '2026-11-26T13:00:00-05:00', to: '2026-11-26T18:00:00-05:00' }
    expect(closuresByDay([closure('index_us', hours.from, hours.to)])).toEqual([
      { day: day(2026, 11, 26), sessions: ['index_us'], hours },
    ])
  })

  it('leave out weekends and markets without a name', () => {
    expect(
      closuresByDay([
        closure('index_de', '2026-12-26T00:00:00+01:00', '2026-12-27T00:00:00+01:00'),
        closure('lunar', '2026-12-28T00:00:00Z', '2026-12-29T00:00:00Z'),
      ]),
    ).toEqual([])
  })
})
