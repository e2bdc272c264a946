// Owns the streak of daily tests (docs/decisions/049). A finished test counts for one day: the earlier of the day of the test and
// the member's own day, if it is a market day that is still free. supabase/schemas/daily_test/streaks.sql does the same; a test
// compares them.
/** A freeze keeps the streak on a missed day and never adds to it. */
export const MOST_FREEZES = 2
/** Every so many days of a streak earn a freeze. */
export const DAYS_A_FREEZE = 5

/** Days are texts such as `2026-11-20`. */
export type Streak = {
  days: number
  best: number
  freezes: number
  /** The last day that was counted, frozen, missed or excused; null before the first test. */
  through: string | null
  /** Days that a freeze protected, oldest first. */
  frozen: readonly string[]
}

export const NO_STREAK: Streak = { days: 0, best: 0, freezes: 0, through: null, frozen: [] }

const DAY_MS = 86_400_000
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** What a day was for everybody. */
export type Days = {
  /** Whether there was a test to take. */
  hadTest(day: string): boolean
  /** Whether the Paris exchange was closed for the whole of a day between Monday and Friday. */
  isHoliday(day: string): boolean
}

/** Monday to Friday, except holidays. */
export const isMarketDay = (day: string, { isHoliday }: Pick<Days, 'isHoliday'>): boolean =>
  ![0, 6].includes(new Date(Date.parse(day)).getUTCDay()) && !isHoliday(day)

/** Accounts for the market days before `until` that had no test finished. */
export function passDays(streak: Streak, until: string, days: Days): Streak {
  if (streak.through === null) return streak
  let next = streak
  for (let day = dayAfter(streak.through); day < until; day = dayAfter(day)) {
    const missed = next.days > 0 && isMarketDay(day, days) && days.hadTest(day)
    if (!missed) next = { ...next, through: day }
    else if (next.freezes > 0)
      next = { ...next, through: day, freezes: next.freezes - 1, frozen: [...next.frozen, day] }
    else next = { ...next, through: day, days: 0 }
  }
  return next
}

/** Counts a finished test of a day, on the member's own day `local`. `counted` is the day it counts for; null for none. */
export function finishTest(
  streak: Streak,
  { day, local }: { day: string; local: string },
  days: Days,
): { streak: Streak; counted: string | null } {
  const counted =
    [day, local]
      .sort()
      .find((one) => isMarketDay(one, days) && (streak.through === null || one > streak.through)) ?? null
  if (counted === null) return { streak, counted }
  const passed = passDays(streak, counted, days)
  const reached = passed.days + 1
  const earned = reached % DAYS_A_FREEZE === 0 ? 1 : 0
  const freezes = Math.min(MOST_FREEZES, passed.freezes + earned)
  const best = Math.max(passed.best, reached)
  return { streak: { ...passed, days: reached, best, freezes, through: counted }, counted }
}
