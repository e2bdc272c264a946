import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'

let project: TestProject
beforeAll(async () => {
  project = await testProject({ projectDir: `${import.meta.dirname}/../../..` })
}, 60_000)
afterAll(() => project.stop())

const MINUTE = 60_000
// Time zones whose clocks change at different hours and by different amounts, one at midnight, and one without changes.
const ZONES = [
  'Europe/Paris',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Kolkata',
]
const CHANGES = [
  '2026-03-29T01:00Z',
  '2026-10-25T01:00Z',
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
  '2026-04-04T15:00Z',
  '2026-10-03T15:30Z',
  '2026-04-23T22:00Z',
  '2026-10-29T21:00Z',
  '2026-09-06T04:00Z',
  '2026-04-05T03:00Z',
]
const zone = fc.constantFrom(...ZONES)
/** Half of the times lie within a day and a half of a clock change. */
const moment = fc.oneof(
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2160, max: 2160 }))
    .map(([at, minutes]) => Date.parse(at) + minutes * MINUTE),
  fc
    .integer({ min: Date.parse('2026-01-01') / MINUTE, max: Date.parse('2027-12-31') / MINUTE })
    .map((minutes) => minutes * MINUTE),
)
const minuteOfDay = fc.integer({ min: 0, max: 1439 })
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const formats = new Map(
  ZONES.map((name) => [
    name,
    new Intl.DateTimeFormat('en-GB', { timeZone: name, hour: '2-digit', minute: '2-digit' }),
  ]),
)
/** Uses the JavaScript engine's time zone data, which is independent of PostgreSQL's. */
function localMinute(at: number, name: string): number {
  const [hour, minute] = (formats.get(name)?.format(at) ?? '').split(':').map(Number)
  return (hour ?? 0) * 60 + (minute ?? 0)
}
const isQuiet = (at: number, name: string, from: number, to: number): boolean => {
  const minute = localMinute(at, name)
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}
const ask = async (statement: string, values: unknown[]): Promise<number> =>
  Date.parse((await project.admin.query<{ at: Date }>(statement, values)).rows[0]!.at.toISOString())

describe('quiet hours', () => {
  it('hold a moment back to the first one after them, on whatever day clocks are changed', async () => {
    await fc.assert(
      fc.asyncProperty(zone, moment, minuteOfDay, minuteOfDay, async (name, at, from, to) => {
        fc.pre(from !== to)
        const due = await ask('select private.after_quiet($1, $2, $3, $4) as at', [
          new Date(at),
          name,
          clock(from),
          clock(to),
        ])
        let first = at
        while (isQuiet(first, name, from, to)) first += MINUTE
        expect(due).toBe(first)
      }),
      // In Santiago clocks jump from midnight to one, so quiet hours may end at a minute that does not exist. On Lord Howe they
      // go back half an hour, out of the quiet hours.
      {
        numRuns: 400,
        examples: [
          ['America/Santiago', 1788667140000, 1, 0],
          ['Australia/Lord_Howe', 1775314740000, 91, 0],
        ],
      },
    )
  }, 60_000)

  it('are never there for who set none', async () => {
    const at = Date.parse('2026-11-21T02:00Z')
    expect(
      await ask('select private.after_quiet($1, $2, null, null) as at', [new Date(at), 'Europe/Paris']),
    ).toBe(at)
  })
})

describe('the daily mail', () => {
  it('is due at its hour on the member’s clock, the next time that there is one', async () => {
    await fc.assert(
      fc.asyncProperty(zone, moment, fc.integer({ min: 0, max: 23 }), async (name, at, hour) => {
        const due = await ask('select private.next_digest($1, $2, $3) as at', [new Date(at), name, hour])
        expect(due).toBeGreaterThan(at)
        expect(due - at).toBeLessThanOrEqual(26 * 60 * MINUTE)
        const minute = localMinute(due, name)
        // A time that a clock change skips moves forward by the skipped amount.
        const skipped = minute !== hour * 60
        if (skipped) {
          expect(minute - hour * 60).toBeLessThanOrEqual(60)
          let there = false
          for (let one = due - 720 * MINUTE; one <= due; one += MINUTE)
            there ||= localMinute(one, name) === hour * 60
          expect(there).toBe(false)
        }
      }),
      { numRuns: 400 },
    )
  }, 60_000)
})
