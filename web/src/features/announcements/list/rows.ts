// The lines of the list: days, announcements, and the line of now. Pure.
import { type Announcement, dayOf, isTimed, startOfDay } from '#lib/announcements/announcement.ts'

export type Line =
  | { kind: 'day'; key: string; day: Date; count: number; high: number }
  | { kind: 'announcement'; key: string; announcement: Announcement }
  | { kind: 'now'; key: 'now' }

/** Announcements under their days on the reader's clock, what lasts the day first; now between what was and what comes, on its own day. */
export function linesOf(
  announcements: readonly Announcement[],
  now: number,
  from: Date,
  until: Date,
): Line[] {
  const byDay = Map.groupBy(announcements, (one) => dayOf(one).getTime())
  const today = startOfDay(now).getTime()
  const days = [...byDay.keys()].filter((day) => day >= from.getTime() && day < until.getTime())
  // Now has its line on a day without announcements too, between the days around it.
  if (!days.includes(today) && today >= from.getTime() && today < until.getTime()) days.push(today)
  return days
    .sort((one, other) => one - other)
    .flatMap((day): Line[] => {
      const held = (byDay.get(day) ?? []).toSorted(inOrder)
      const rows = held.map(
        (announcement): Line => ({ kind: 'announcement', key: announcement.id, announcement }),
      )
      if (day === today) {
        const next = held.findIndex((one) => isTimed(one) && Date.parse(one.starts_at) > now)
        rows.splice(next === -1 ? held.length : next, 0, { kind: 'now', key: 'now' })
      }
      const high = held.filter(({ impact, kind }) => impact === 'high' && kind !== 'holiday').length
      return [
        {
          kind: 'day',
          key: `day ${day}`,
          day: new Date(day),
          count: held.filter(({ kind }) => kind !== 'holiday').length,
          high,
        },
        ...rows,
      ]
    })
}

const RANK = { high: 0, medium: 1, low: 2 } as const
const inOrder = (one: Announcement, other: Announcement): number =>
  Number(isTimed(one)) - Number(isTimed(other)) ||
  (isTimed(one) ? Date.parse(one.starts_at) - Date.parse(other.starts_at) : 0) ||
  RANK[one.impact] - RANK[other.impact] ||
  one.id.localeCompare(other.id)
