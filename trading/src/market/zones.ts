// Owns the reading of clocks: what a zone's clocks show at an instant, and at which instant they show a time.

// Every offset in use is a whole number of quarters, and changes on one.
const QUARTER = 900_000
const DAY = 86_400_000
const MOST_REMEMBERED = 20_000

const clocks = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** Milliseconds that a zone's clocks are ahead of UTC at an instant. Throws a RangeError for an unknown zone. */
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
 * The instant at which clocks of a zone show a local time, given as if it were UTC in milliseconds. Of two the later, of
 * none the one that an hour of change later would give.
 */
export function instantOf(timeZone: string, local: number): number {
  const guess = local - zoneOffset(timeZone, local)
  return local - zoneOffset(timeZone, guess)
}

/**
 * The instants at which clocks of a zone show a local time (as if it were UTC, in milliseconds), in order: two in the hour that
 * is repeated as clocks go back, none in the one that is skipped as they go forward. Throws a RangeError for an unknown zone.
 */
export function instantsOf(timeZone: string, local: number): number[] {
  // A change lies within a day of every local time that it makes doubtful.
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
