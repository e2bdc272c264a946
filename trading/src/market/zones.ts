// Converts between instants and local times of time zones. All UTC offsets in use are multiples of a quarter hour and change on
// one.
const QUARTER = 900_000
const DAY = 86_400_000
const MOST_REMEMBERED = 20_000

const clocks = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** A time zone's UTC offset at an instant in milliseconds. Throws a RangeError for an unknown time zone. */
export function zoneOffset(timeZone: string, at: number): number {
  if (timeZone === 'UTC') return 0
  const quarter = Math.floor(at / QUARTER)
  const key = `${timeZone}/${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= MOST_REMEMBERED) offsets.clear()
  const value = readOffset(timeZone, quarter * QUARTER)
  offsets.set(key, value)
  return value
}

/**
 * The instant of a local time (as if UTC, in milliseconds): the later of two, and for a skipped time the instant an hour's
 * change later.
 */
export function instantOf(timeZone: string, local: number): number {
  const guess = local - zoneOffset(timeZone, local)
  return local - zoneOffset(timeZone, guess)
}

/**
 * The instants of a local time (as if UTC, in milliseconds), in order: two when clocks go back, none when they go forward.
 * Throws a RangeError for an unknown time zone.
 */
export function instantsOf(timeZone: string, local: number): number[] {
  // A change of offset is within a day of every ambiguous local time.
  const before = local - zoneOffset(timeZone, local - DAY)
  const after = local - zoneOffset(timeZone, local + DAY)
  const shown = before === after ? [before] : [Math.min(before, after), Math.max(before, after)]
  return shown.filter((at) => at + zoneOffset(timeZone, at) === local)
}

function readOffset(timeZone: string, at: number): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    const numeric = 'numeric'
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
    clocks.set(timeZone, clock)
  }
  const part: Record<string, number> = {}
  for (const { type, value } of clock.formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - at
}
