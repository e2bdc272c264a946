// The words and digits of the time until a release. Pure.

const MINUTE = 60_000
const HOUR = 3_600_000
const two = (value: number) => String(value).padStart(2, '0')

/** The parts of a duration in milliseconds, never negative; a begun second counts as a whole one. */
export function partsOf(left: number): { hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
  }
}

/** `41:52`; `3:07:05` from one hour on; null from one day on, where seconds say nothing. */
export function clockOf(left: number): string | null {
  const { hours, minutes, seconds } = partsOf(left)
  if (hours >= 24) return null
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`
}

const SPOKEN_MINUTES = [10, 5, 1] as const

/** The minutes that a screen reader is told when a countdown passes from `before` to `after`; null if it passes no such mark. */
export function spokenBetween(before: number, after: number): (typeof SPOKEN_MINUTES)[number] | null {
  return SPOKEN_MINUTES.findLast((minutes) => before > minutes * MINUTE && after <= minutes * MINUTE) ?? null
}

/** How long an actual value may be late before a reader is told that it is awaited. */
export const LATE_AFTER_MS = MINUTE
/** Later than this, an unpublished value is no longer awaited by the second. */
export const AWAITED_MS = 6 * HOUR
