// How meetings are grouped under headings: today, tomorrow, this week, the next one, then week by week. Pure; days are the reader's own.
import type { Meeting, MeetingKind } from '#lib/events/meetings.ts'
import type { DayClosure } from '#lib/market/closure-days.ts'

const DAY_MS = 86_400_000

/** Midnight of a day on the reader's clock. */
export function dayStart(at: number | string | Date, later = 0): Date {
  const day = new Date(at)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later)
}

/** Monday, on the reader's clock. */
export function weekStart(at: number | string | Date): Date {
  const day = dayStart(at)
  return dayStart(day, -((day.getDay() + 6) % 7))
}

/** Whole days between two midnights, whatever clocks did in between. */
const daysBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / DAY_MS)

export type Group = {
  key: 'today' | 'tomorrow' | 'thisWeek' | 'nextWeek' | 'week'
  from: Date
  /** The last day. */
  to: Date
  meetings: readonly Meeting[]
  closures: readonly DayClosure[]
}

type Entry = { day: Date; meeting?: Meeting; closure?: DayClosure }

/** Meetings in their order, and the closures of markets on their days. */
export function groupMeetings(
  meetings: readonly Meeting[],
  now: number,
  closures: readonly DayClosure[] = [],
): Group[] {
  const today = dayStart(now)
  const entries: Entry[] = meetings.map((meeting) => ({ day: dayStart(meeting.starts_at), meeting }))
  for (const closure of closures) {
    const place = entries.findIndex(({ day }) => day > closure.day)
    entries.splice(place < 0 ? entries.length : place, 0, { day: closure.day, closure })
  }
  const grouped = Map.groupBy(entries, ({ day }) => {
    const days = daysBetween(today, day)
    return days === 0 || days === 1 ? day.getTime() : weekStart(day).getTime() + 1
  })
  return [...grouped.values()].map((group): Group => {
    const first = group[0]?.day ?? today
    const parts = {
      meetings: group.flatMap(({ meeting }) => meeting ?? []),
      closures: group.flatMap(({ closure }) => closure ?? []),
    }
    const days = daysBetween(today, first)
    if (days === 0 || days === 1)
      return { key: days === 0 ? 'today' : 'tomorrow', from: first, to: first, ...parts }
    const from = weekStart(first)
    const weeks = Math.round(daysBetween(weekStart(now), from) / 7)
    const key = weeks === 0 ? 'thisWeek' : weeks === 1 ? 'nextWeek' : 'week'
    return { key, from, to: dayStart(from, 6), ...parts }
  })
}

/** The six weeks of a month's page, from Monday on. */
export function monthDays(month: string): Date[] {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const first = weekStart(new Date(year, number - 1, 1))
  return Array.from({ length: 42 }, (_, day) => dayStart(first, day))
}

/** `2026-11`, on the reader's clock. */
export function monthOf(at: number | string | Date, later = 0): string {
  const day = new Date(at)
  const first = new Date(day.getFullYear(), day.getMonth() + later, 1)
  return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`
}

export const FILTERS = ['inscriptions', 'debriefs', 'ateliers', 'questions', 'replays'] as const
export type Filter = (typeof FILTERS)[number]
const KIND_OF: Partial<Record<Filter, MeetingKind>> = {
  debriefs: 'debrief',
  ateliers: 'workshop',
  questions: 'questions',
}

export function filterMeetings(meetings: readonly Meeting[], filter: Filter | null): readonly Meeting[] {
  if (filter === null) return meetings
  if (filter === 'inscriptions') return meetings.filter(({ own }) => own !== null)
  if (filter === 'replays') return meetings.filter(({ replay }) => replay !== null)
  return meetings.filter(({ event }) => event.kind === KIND_OF[filter])
}

/** The fewest and most seats that were given back at the last occurrences of an event; null with fewer than three. */
export function freedBefore(meetings: readonly Meeting[], { event, starts_at }: Meeting) {
  const last = meetings
    .filter((one) => one.event.item === event.item && one.starts_at < starts_at && !one.cancelled)
    .slice(-6)
    .map(({ freed }) => freed)
  return last.length < 3 ? null : { count: last.length, least: Math.min(...last), most: Math.max(...last) }
}
