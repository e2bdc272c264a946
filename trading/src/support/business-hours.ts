// Business time: how long support was open between two instants. Promises are sealed by the database (supabase/schemas/support/support_hours.sql,
// private.business_time); this is the same arithmetic for clocks on a page, which must not ask the server each minute. A property test holds
// both to one result.
import { instantOf, zoneOffset } from '../market/zones.ts'

export type SupportHours = {
  /** IANA zone of the hours and days. */
  zone: string
  /** Opening hours by weekday, 1 Monday to 7 Sunday, HH:MM from 04:00 to 24:00; a weekday without them is closed. */
  hours: readonly { weekday: number; opens: string; closes: string }[]
  /** Days (YYYY-MM-DD) on which a weekday with hours is closed. */
  closedDays: ReadonlySet<string>
}

const DAY = 86_400_000
/** Days that are looked at for the end of a promise. */
const FURTHEST = 800

/** Milliseconds of business time from one instant to another, both in epoch milliseconds; 0 where the second is not later. */
export function businessMs(support: SupportHours, since: number, until: number): number {
  let sum = 0
  for (let day = localDay(support, since); day <= localDay(support, until); day += DAY) {
    const open = windowOf(support, day)
    if (open) sum += Math.max(0, Math.min(open.closes, until) - Math.max(open.opens, since))
  }
  return sum
}

/** The first instant by which support has been open for so many milliseconds since another; null: not within 800 days. */
export function businessEnd(support: SupportHours, since: number, ms: number): number | null {
  if (ms <= 0) return since
  let left = ms
  const first = localDay(support, since)
  for (let n = 0; n <= FURTHEST; n++) {
    const open = windowOf(support, first + n * DAY)
    if (!open) continue
    const opens = Math.max(open.opens, since)
    const length = open.closes - opens
    if (length <= 0) continue
    if (length >= left) return opens + left
    left -= length
  }
  return null
}

/** Midnight of the local day, as if it were UTC. */
const localDay = ({ zone }: SupportHours, at: number) => {
  const local = at + zoneOffset(zone, at)
  return local - (((local % DAY) + DAY) % DAY)
}

function windowOf({ zone, hours, closedDays }: SupportHours, day: number) {
  const date = new Date(day)
  const weekday = date.getUTCDay() || 7
  const known = hours.find((hour) => hour.weekday === weekday)
  if (!known || closedDays.has(date.toISOString().slice(0, 10))) return null
  return {
    opens: instantOf(zone, day + msOf(known.opens)),
    closes: instantOf(zone, day + msOf(known.closes)),
  }
}

const msOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
