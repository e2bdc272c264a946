// When a market trades and where its daily candle begins, in the exchange's time zone.
// supabase/schemas/market/market_sessions.sql has the same rules; a test compares them. All times are parameters.
import { instantOf, zoneOffset } from './zones.ts'

export type Session = {
  /** The exchange's IANA time zone ("America/New_York"). */
  timeZone: string
  /** Minute of the local day at which a daily candle begins: 1020 is 17:00. */
  dayStarts: number
  /** Market hours of a local week in minutes since Monday 00:00, [opens, closes). */
  hours: readonly (readonly [opens: number, closes: number])[]
  /** Holidays as [from, until) in milliseconds since 1970, UTC. */
  closures: readonly (readonly [from: number, until: number])[]
}

const MINUTE = 60_000
const DAY = 86_400_000
const QUARTER = 900_000
const WEEK_MINUTES = 7 * 1440

/** Whether the market is open at a time (milliseconds since 1970, UTC). Throws a RangeError for an unknown time zone. */
export function marketIsOpen(session: Session, at: number): boolean {
  const minute = weekMinute(session.timeZone, at)
  return (
    session.hours.some(([opens, closes]) => minute >= opens && minute < closes) &&
    !session.closures.some(([from, until]) => at >= from && at < until)
  )
}

/** The opening time of the daily candle that contains a time, in milliseconds since 1970, UTC. */
export function sessionDay(session: Session, at: number): number {
  const local = at + zoneOffset(session.timeZone, at) - session.dayStarts * MINUTE
  return instantOf(session.timeZone, local - modulo(local, DAY) + session.dayStarts * MINUTE)
}

/**
 * The first minute from `at` on at which the market is open; null if it does not open for a quarter of an hour within two weeks.
 */
export function nextOpening(session: Session, at: number): number | null {
  const first = Math.ceil(at / MINUTE) * MINUTE
  for (let quarter = first; quarter < first + 14 * DAY; quarter += QUARTER) {
    if (!marketIsOpen(session, quarter)) continue
    let minute = quarter
    while (minute > first && marketIsOpen(session, minute - MINUTE)) minute -= MINUTE
    return minute
  }
  return null
}

/** The session from rows of `market_sessions`, `market_hours` and `market_closures`. */
export function sessionFromRow(row: {
  time_zone: string
  day_starts: number
  market_hours: readonly { opens: number; closes: number }[]
  market_closures: readonly { starts_at: string; ends_at: string }[]
}): Session {
  return {
    timeZone: row.time_zone,
    dayStarts: row.day_starts,
    hours: row.market_hours.map(({ opens, closes }) => [opens, closes]),
    closures: row.market_closures.map((closure) => [
      Date.parse(closure.starts_at),
      Date.parse(closure.ends_at),
    ]),
  }
}

function weekMinute(timeZone: string, at: number): number {
  // 1970-01-01 was a Thursday: three days after Monday.
  const minutes = Math.floor((at + zoneOffset(timeZone, at)) / MINUTE) + 3 * 1440
  return modulo(minutes, WEEK_MINUTES)
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
