// Owns the days on which markets are closed besides their weekends, by the reader's calendar.
/** Sessions whose closures have a name here; another one that an operator adds is left out. */
export const CLOSING = [
  'forex',
  'metal',
  'index_us',
  'index_de',
  'index_fr',
  'index_uk',
  'index_es',
  'index_it',
  'index_jp',
] as const
export type Closing = (typeof CLOSING)[number]

export type Closure = { session: string; starts_at: string; ends_at: string }

/** The markets that close on a day at the same hours. */
export type DayClosure = {
  /** Midnight of the day on the reader's clock. */
  day: Date
  sessions: readonly Closing[]
  /** Null: the whole day. */
  hours: { from: string; to: string } | null
}

const HOUR_MS = 3_600_000
/** A closure of a whole day is as long as the exchange's day, of a changed clock an hour less. */
const WHOLE_MS = 22 * HOUR_MS

/** Closures by day, whole days before parts of days. What lies on a weekend tells nobody anything. */
export function closuresByDay(closures: readonly Closure[]): DayClosure[] {
  const found = new Map<string, { day: Date; sessions: Closing[]; hours: DayClosure['hours'] }>()
  for (const { session, starts_at, ends_at } of closures) {
    const known = CLOSING.find((one) => one === session)
    const [from, to] = [Date.parse(starts_at), Date.parse(ends_at)]
    // An exchange's day may begin on the evening before: the middle lies on the day that is meant.
    const middle = new Date((from + to) / 2)
    const day = new Date(middle.getFullYear(), middle.getMonth(), middle.getDate())
    if (!known || day.getDay() === 0 || day.getDay() === 6) continue
    const hours = to - from >= WHOLE_MS ? null : { from: starts_at, to: ends_at }
    const key = `${day.getTime()} ${hours ? `${from} ${to}` : ''}`
    const group = found.get(key) ?? { day, sessions: [], hours }
    if (!group.sessions.includes(known)) group.sessions.push(known)
    found.set(key, group)
  }
  for (const { sessions } of found.values())
    sessions.sort((one, other) => CLOSING.indexOf(one) - CLOSING.indexOf(other))
  return [...found.values()].sort(
    (one, other) =>
      one.day.getTime() - other.day.getTime() || Number(one.hours !== null) - Number(other.hours !== null),
  )
}
