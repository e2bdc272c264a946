import fc from 'fast-check'
import { zoneOffset } from 'trading/market/zones'
import { describe, expect, it } from 'vitest'
import { occurrencesOf, type Series } from './occurrences.ts'

const weekly: Series = {
  startsAt: '2026-10-02T18:00',
  zone: 'Europe/Paris',
  minutes: 60,
  rule: 'FREQ=WEEKLY;BYDAY=FR',
  exceptions: [],
}
const at = (text: string) => Date.parse(text)
const starts = (series: Series, from: string, until: string) =>
  occurrencesOf(series, at(from), at(until)).map(({ starts_at }) => starts_at)

describe('the occurrences of an event', () => {
  it('[S-15] stay at 18:00 in Paris when clocks go back and when they go forward', () => {
    expect(starts(weekly, '2026-10-20T00:00Z', '2026-11-02T00:00Z')).toEqual([
      '2026-10-23T16:00:00.000Z',
      '2026-10-30T17:00:00.000Z',
    ])
    expect(starts(weekly, '2027-03-25T00:00Z', '2027-04-05T00:00Z')).toEqual([
      '2027-03-26T17:00:00.000Z',
      '2027-04-02T16:00:00.000Z',
    ])
  })

  it('[S-15] at a time that occurs twice are the first, and at a skipped time are an hour later on the clock', () => {
    const nightly = { ...weekly, startsAt: '2026-10-24T02:30', rule: 'FREQ=DAILY' }
    expect(starts(nightly, '2026-10-24T20:00Z', '2026-10-26T00:00Z')).toEqual(['2026-10-25T00:30:00.000Z'])
    expect(starts(nightly, '2027-03-27T20:00Z', '2027-03-28T12:00Z')).toEqual(['2027-03-28T01:30:00.000Z'])
  })

  it('[S-15] are cancelled or moved one by one, and keep their place in the series', () => {
    const changed = {
      ...weekly,
      exceptions: [{ at: '2026-10-09T18:00', moved_to: '2026-10-08T12:30' }, { at: '2026-10-16T18:00' }],
    }
    expect(occurrencesOf(changed, at('2026-10-03T00:00Z'), at('2026-10-18T00:00Z'))).toEqual([
      {
        slot: '2026-10-09T18:00',
        starts_at: '2026-10-08T10:30:00.000Z',
        ends_at: '2026-10-08T11:30:00.000Z',
        cancelled: false,
      },
      {
        slot: '2026-10-16T18:00',
        starts_at: '2026-10-16T16:00:00.000Z',
        ends_at: '2026-10-16T17:00:00.000Z',
        cancelled: true,
      },
    ])
  })

  it('end with the last day of their rule or its count, and are one without a rule', () => {
    const far = '2028-01-01T00:00Z'
    const until = { ...weekly, rule: 'FREQ=WEEKLY;UNTIL=20261016' }
    expect(starts(until, '2026-10-01T00:00Z', far)).toHaveLength(3)
    expect(starts({ ...weekly, rule: 'FREQ=MONTHLY;BYDAY=1FR;COUNT=2' }, '2026-10-01T00:00Z', far)).toEqual([
      '2026-10-02T16:00:00.000Z',
      '2026-11-06T17:00:00.000Z',
    ])
    expect(starts({ ...weekly, rule: null }, '2026-10-01T00:00Z', far)).toEqual(['2026-10-02T16:00:00.000Z'])
    expect(starts({ ...weekly, rule: null }, '2026-10-03T00:00Z', far)).toEqual([])
  })

  it('show the hour of their series on the clock of any zone, all year', () => {
    const zone = fc.constantFrom('Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata')
    // Clocks are changed at night.
    const hour = fc.integer({ min: 8, max: 20 })
    fc.assert(
      fc.property(zone, hour, fc.integer({ min: 0, max: 27 }), (zone, hour, day) => {
        const time = `${String(hour).padStart(2, '0')}:15`
        const startsAt = `2026-02-${String(day + 1).padStart(2, '0')}T${time}`
        const series = { ...weekly, zone, startsAt, rule: 'FREQ=DAILY;INTERVAL=3' }
        const found = occurrencesOf(series, at('2026-02-01T00:00Z'), at('2027-02-01T00:00Z'))
        expect(found.length).toBeGreaterThan(100)
        for (const { slot, starts_at } of found) {
          const local = at(starts_at) + zoneOffset(zone, at(starts_at))
          expect(new Date(local).toISOString().slice(0, 16)).toBe(slot)
          expect(slot.slice(11)).toBe(time)
        }
      }),
    )
  })
})
