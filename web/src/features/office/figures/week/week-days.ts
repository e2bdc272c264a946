// The coming week as staff plan it: what is due on which day, whatever it is stored in. Pure; days are the reader's own.
import type { Localized } from '#lib/language/localized.ts'
import { addDays } from '#ui/date/iso-date.ts'

export const WEEK_KINDS = [
  'announcements',
  'events',
  'contents',
  'facts',
  'signals',
  'promises',
  'renewals',
  'closures',
] as const
/** What a week that has passed is told by: the rest is no longer due. */
export const PAST_KINDS = ['announcements', 'events', 'contents', 'signals', 'closures'] as const
export type WeekKind = (typeof WEEK_KINDS)[number]

export type WeekItem = {
  kind: WeekKind
  day: string
  /** When on that day, ISO 8601; null: all day. */
  at: string | null
  title: string | Localized
  to: string
  /** It was due before. */
  late?: boolean
  languages?: Readonly<Record<string, 'current' | 'stale' | 'missing'>>
}

/** What is due of a kind on a day, in the order of the hours. */
export type WeekGroup = { kind: WeekKind; day: string; items: readonly WeekItem[] }

/** The days of the week that begins today. */
export const weekFrom = (today: string): readonly string[] =>
  Array.from({ length: 7 }, (_, count) => addDays(today, count))

/** The items of the week by kind and day. Late items are listed under today; items after the week are left out. */
export function weekGroups(items: readonly WeekItem[], days: readonly string[]): readonly WeekGroup[] {
  const [today = ''] = days
  const placed = items.map((item) => (item.day < today ? { ...item, day: today, late: true } : item))
  return days.flatMap((day) =>
    WEEK_KINDS.flatMap((kind) => {
      const found = placed
        .filter((item) => item.kind === kind && item.day === day)
        .sort((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
      return found.length === 0 ? [] : [{ kind, day, items: found }]
    }),
  )
}
