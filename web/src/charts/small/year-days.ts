export type YearDay = {
  /** `2026-01-31` */
  day: string
  /** Monday is 0. */
  weekday: number
  /** The index of the week's column. */
  week: number
}

const DAY_MS = 86_400_000

/** The days of a year in calendar layout: a column a week, Monday on top. */
export function yearDays(year: number): YearDay[] {
  const first = Date.UTC(year, 0, 1)
  const lead = (new Date(first).getUTCDay() + 6) % 7
  const count = (Date.UTC(year + 1, 0, 1) - first) / DAY_MS
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(first + index * DAY_MS).toISOString().slice(0, 10),
    weekday: (lead + index) % 7,
    week: Math.floor((lead + index) / 7),
  }))
}
