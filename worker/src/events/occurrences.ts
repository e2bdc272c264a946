// Owns how an event's rule becomes occurrences: it is followed on the clock of the event's zone, so 18:00 stays 18:00 when clocks are
// changed, and each local time becomes an instant only then.
import rrule from 'rrule'
import { instantOf, instantsOf } from 'trading/market/zones'

export type Series = {
  /** On the clock of the zone: `2026-11-20T18:00`. */
  startsAt: string
  /** An IANA name. */
  zone: string
  minutes: number
  /** RFC 5545, without DTSTART; null: once. */
  rule: string | null
  /** Occurrences that take place at another time of the same clock; without `moved_to`, not at all. */
  exceptions: readonly { at: string; moved_to?: string | null }[]
}

export type Occurrence = { slot: string; starts_at: string; ends_at: string; cancelled: boolean }

/** What a mistaken rule may cost at most: more than one a day for a year. */
const MOST = 400
const MINUTE = 60_000

/**
 * The occurrences that end after `from` and begin before `until` (instants in milliseconds). A time that occurs twice is the first of
 * the two, and a skipped one is as much later as clocks are put forward (RFC 5545, 3.3.5).
 */
export function occurrencesOf(series: Series, from: number, until: number): Occurrence[] {
  const { zone, minutes } = series
  const instant = (local: string) => {
    const at = Date.parse(`${local}Z`)
    return instantsOf(zone, at)[0] ?? instantOf(zone, at)
  }
  const exceptions = new Map(series.exceptions.map((exception) => [exception.at, exception]))
  return slotsOf(series, until)
    .map((slot) => {
      const exception = exceptions.get(slot)
      const begins = instant(exception?.moved_to ?? slot)
      return {
        slot,
        starts_at: new Date(begins).toISOString(),
        ends_at: new Date(begins + minutes * MINUTE).toISOString(),
        cancelled: exception !== undefined && !exception.moved_to,
      }
    })
    .filter(({ starts_at, ends_at }) => Date.parse(ends_at) > from && Date.parse(starts_at) < until)
    .slice(0, MOST)
}

/** The series' own times, on its clock. rrule reckons in UTC: local times are given to it as if they were. */
function slotsOf({ startsAt, rule }: Series, until: number): string[] {
  if (rule === null) return [startsAt]
  const options = rrule.RRule.parseString(rule)
  const dtstart = new Date(`${startsAt}:00Z`)
  // A last day includes its evening.
  const last = options.until && new Date(options.until.getTime() + 1439 * MINUTE)
  const followed = new rrule.RRule({ ...options, dtstart, ...(last ? { until: last } : {}) })
  // Zones are within a day of UTC.
  return followed
    .between(dtstart, new Date(until + 1440 * MINUTE), true)
    .map((date) => date.toISOString().slice(0, 16))
}
