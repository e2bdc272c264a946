// A range of the calendar as the database answers it, and what a message changes of it. Pure.
import { type Announcement, type AnnouncementRow, type Indicator, isTimed } from './announcement.ts'

type Holiday = {
  session: string
  country: string
  currency: string
  day: string
  starts_at: string
  half: boolean
}
export type Answer = {
  indicators: Readonly<Record<string, Partial<Indicator>>>
  rows: readonly Partial<AnnouncementRow>[]
  holidays: readonly Holiday[]
  sources: Readonly<Record<string, { name: string; licence: string }>>
}

export type Calendar = {
  announcements: readonly Announcement[]
  sources: Answer['sources']
  /** Whether some of it is invented. */
  sample: boolean
}

/** What the answer leaves out because it is as usual. */
const USUAL: Omit<
  AnnouncementRow,
  'id' | 'country' | 'currency' | 'impact' | 'starts_at' | 'day' | 'state' | 'source'
> = {
  kind: 'release',
  precision: 'exact',
  indicator: null,
  period: null,
  title: null,
  forecast: null,
  forecast_low: null,
  forecast_high: null,
  previous: null,
  revised: null,
  actual: null,
  moved_from: null,
  released_at: null,
  sample: false,
}

export function calendarOf({ indicators, rows, holidays, sources }: Answer): Calendar {
  const known = new Map(
    Object.entries(indicators).map(([slug, one]) => [
      slug,
      { deviation: null, n: 0, ...one, slug } as Indicator,
    ]),
  )
  const announced = rows.map((row): Announcement => {
    const indicator = known.get(row.indicator ?? '') ?? null
    const { country, currency } = indicator ?? {}
    return { ...USUAL, country, currency, ...row, indicator, closes_at: null } as Announcement
  })
  const closed = holidays.map(
    ({ session, country, currency, day, starts_at, half }): Announcement => ({
      ...USUAL,
      indicator: null,
      id: `${session} ${day}`,
      kind: 'holiday',
      country,
      currency,
      impact: 'low',
      starts_at,
      precision: 'all_day',
      day,
      state: 'scheduled',
      source: session,
      closes_at: half ? starts_at : null,
    }),
  )
  return { announcements: [...closed, ...announced], sources, sample: announced.some(({ sample }) => sample) }
}

/** A row with what makes a difference to readers; `listed` false: it is taken away. */
export type Told = Partial<AnnouncementRow> & { id: string; listed?: boolean }

/** A calendar after one of its rows changed; undefined if that needs a reading: a row, or an indicator, that it does not have. */
export function withTold(calendar: Calendar, { listed = true, ...told }: Told): Calendar | undefined {
  const before = calendar.announcements.find(({ id }) => id === told.id)
  if (!listed)
    return before
      ? { ...calendar, announcements: calendar.announcements.filter((one) => one !== before) }
      : calendar
  if (!before || (told.indicator ?? null) !== (before.indicator?.slug ?? null)) return undefined
  const { indicator } = before
  const row = { ...USUAL, ...told } as AnnouncementRow
  // An announcement of a known indicator has its name; the payload carries the name at the source too.
  const after: Announcement = { ...row, title: indicator ? null : row.title, indicator, closes_at: null }
  return { ...calendar, announcements: calendar.announcements.map((one) => (one === before ? after : one)) }
}

/** The next announcement of high impact that has a time. */
export const nextHighOf = (announcements: readonly Announcement[], now: number): Announcement | null =>
  announcements
    .filter(
      (one) =>
        one.impact === 'high' &&
        isTimed(one) &&
        one.state !== 'cancelled' &&
        one.state !== 'postponed' &&
        Date.parse(one.starts_at) > now,
    )
    .reduce<Announcement | null>(
      (first, one) => (first === null || one.starts_at < first.starts_at ? one : first),
      null,
    )
