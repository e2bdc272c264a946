import { describe, expect, it } from 'vitest'
import { marketIsOpen, nextOpening, type Session, sessionDay, sessionFromRow } from './sessions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const currencies: Session = {
  timeZone: 'America/New_York',
  dayStarts: 1020,
  hours: [
    [0, 4 * 1440 + 1020],
    [6 * 1440 + 1020, 7 * 1440],
  ],
  closures: [[Date.UTC(2026, 11, 24, 22), Date.UTC(2026, 11, 25, 22)]],
}
const osaka: Session = {
  timeZone: 'Asia/Tokyo',
  dayStarts: 0,
  hours: [0, 1, 2, 3, 4].flatMap((day): [number, number][] => [
    [day * 1440 + 525, day * 1440 + 945],
    [day * 1440 + 1020, day * 1440 + 1800],
  ]),
  closures: [],
}
const frankfurt: Session = {
  timeZone: 'Europe/Berlin',
  dayStarts: 0,
  hours: [0, 1, 2, 3, 4].map((day) => [day * 1440 + 75, day * 1440 + 1320]),
  closures: [],
}

/** The local date and time by Intl: slow and simple. */
function wallClock(timeZone: string) {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at: number) => {
    const [, day = '', hour = '', minute = ''] = /^(\w+),? (\d+):(\d+)$/.exec(clock.format(at)) ?? []
    return { day, minute: Number(hour) * 60 + Number(minute) }
  }
}
const TABLES: [string, Session, (day: string, minute: number) => boolean][] = [
  [
    'currencies',
    { ...currencies, closures: [] },
    (day, minute) => (day === 'Sun' ? minute >= 1020 : day === 'Fri' ? minute < 1020 : day !== 'Sat'),
  ],
  ['Frankfurt', frankfurt, (day, minute) => !['Sat', 'Sun'].includes(day) && minute >= 75 && minute < 1320],
  [
    'Osaka',
    osaka,
    (day, minute) =>
      (!['Sat', 'Sun'].includes(day) && ((minute >= 525 && minute < 945) || minute >= 1020)) ||
      (!['Sun', 'Mon'].includes(day) && minute < 360),
  ],
]

describe('marketIsOpen', () => {
  it.each(TABLES)(
    'agrees with the local clock for %s, every five minutes of two years',
    (_, session, table) => {
      const wrong: string[] = []
      const wall = wallClock(session.timeZone)
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 5 * MINUTE) {
        const { day, minute } = wall(at)
        if (marketIsOpen(session, at) !== table(day, minute)) wrong.push(new Date(at).toISOString())
      }
      expect(wrong).toEqual([])
    },
    60_000,
  )

  it.each([
    // New York changes on 8 March and 1 November 2026, Europe on 29 March and 25 October.
    ['2026-03-06T21:59:59Z', true],
    ['2026-03-06T22:00:00Z', false],
    ['2026-03-08T20:59:59Z', false],
    ['2026-03-08T21:00:00Z', true],
    ['2026-03-13T21:00:00Z', false],
    ['2026-10-30T20:59:00Z', true],
    ['2026-10-30T21:00:00Z', false],
    ['2026-11-01T21:59:00Z', false],
    ['2026-11-01T22:00:00Z', true],
    ['2026-12-25T12:00:00Z', false],
    ['2026-12-25T22:00:00Z', false],
    ['2026-12-24T21:59:00Z', true],
  ])('knows on which side of a clock change %s is: %s', (at, open) => {
    expect(marketIsOpen(currencies, Date.parse(at))).toBe(open)
  })

  it('refuses an unknown time zone', () => {
    expect(() => marketIsOpen({ ...currencies, timeZone: 'Europe/Nowhere' }, 0)).toThrow(RangeError)
  })
})

describe('sessionDay', () => {
  it('starts the currency day at 17:00 in New York, in summer and winter', () => {
    const day = (at: string) => new Date(sessionDay(currencies, Date.parse(at))).toISOString()
    expect(day('2026-07-07T20:59:00Z')).toBe('2026-07-06T21:00:00.000Z')
    expect(day('2026-07-07T21:00:00Z')).toBe('2026-07-07T21:00:00.000Z')
    expect(day('2026-12-08T21:59:00Z')).toBe('2026-12-07T22:00:00.000Z')
    expect(day('2026-11-01T12:00:00Z')).toBe('2026-10-31T21:00:00.000Z')
  })

  it('never starts after its time, and days are 23 to 25 hours apart', () => {
    for (const session of [currencies, osaka, frankfurt]) {
      let before = sessionDay(session, Date.UTC(2026, 0, 1))
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 20 * MINUTE) {
        const day = sessionDay(session, at)
        expect(at - day).toBeGreaterThanOrEqual(0)
        if (day === before) continue
        expect(Math.abs(day - before - DAY)).toBeLessThanOrEqual(HOUR)
        before = day
      }
    }
  })
})

describe('nextOpening', () => {
  it('is the Sunday evening for a weekend and the time itself while a market is open', () => {
    expect(nextOpening(currencies, Date.parse('2026-11-21T10:00:00Z'))).toBe(
      Date.parse('2026-11-22T22:00:00Z'),
    )
    expect(nextOpening(currencies, Date.parse('2026-11-23T10:00:00Z'))).toBe(
      Date.parse('2026-11-23T10:00:00Z'),
    )
    expect(nextOpening({ ...currencies, hours: [] }, 0)).toBeNull()
  })
})

describe('sessionFromRow', () => {
  it('reads rows of the tables', () => {
    expect(
      sessionFromRow({
        time_zone: 'Asia/Tokyo',
        day_starts: 0,
        market_hours: [{ opens: 525, closes: 945 }],
        market_closures: [{ starts_at: '2027-01-01T00:00:00+09:00', ends_at: '2027-01-02T00:00:00+09:00' }],
      }),
    ).toEqual({
      timeZone: 'Asia/Tokyo',
      dayStarts: 0,
      hours: [[525, 945]],
      closures: [[Date.UTC(2026, 11, 31, 15), Date.UTC(2027, 0, 1, 15)]],
    })
  })
})
