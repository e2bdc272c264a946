// Resolves a time of day in a pasted signal.

/** The moment a text is read, in milliseconds since 1970, and the IANA zone of its author. */
export type Clock = { now: number; zone: string }

const DAY = 1440

/** Minutes from now to the next time that a clock in the zone shows `minutes` after midnight, rounded down. From 0 to 1500. */
export function minutesUntil({ now, zone }: Clock, minutes: number): number {
  const shown = (at: number): number => {
    const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    const [hour = 0, minute = 0] = parts.format(at).split(':').map(Number)
    return hour * 60 + minute
  }
  const start = Math.floor(now / 60_000) * 60_000
  const ahead = (((minutes - shown(start)) % DAY) + DAY) % DAY || DAY
  const end = start + ahead * 60_000
  // A change to or from summer time in between.
  const shift = ((((minutes - shown(end)) % DAY) + DAY + DAY / 2) % DAY) - DAY / 2
  return Math.floor((end + shift * 60_000 - now) / 60_000)
}
