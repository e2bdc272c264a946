// Owns how open pages read the calendar: a range of it with its indicators, the reader's windows, and both kept live.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import {
  type Announcement,
  type AnnouncementRow,
  type Indicator,
  isTimed,
  startOfDay,
} from './announcement.ts'

export const ANNOUNCEMENTS = ['announcements'] as const
export const WINDOWS = ['announcements', 'windows'] as const

type Holiday = {
  session: string
  country: string
  currency: string
  day: string
  starts_at: string
  half: boolean
}
type Answer = {
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

const NO_ROW: Omit<
  AnnouncementRow,
  'id' | 'kind' | 'country' | 'currency' | 'impact' | 'starts_at' | 'precision' | 'day' | 'state' | 'source'
> = {
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

/** The answer leaves out what is null, to be short: two thousand rows are one answer. */
function calendarOf({ indicators, rows, holidays, sources }: Answer): Calendar {
  const known = new Map(
    Object.entries(indicators).map(([slug, one]) => [
      slug,
      { deviation: null, n: 0, ...one, slug } as Indicator,
    ]),
  )
  const announced = rows.map((row): Announcement => {
    const whole = { ...NO_ROW, ...row } as AnnouncementRow
    return { ...whole, indicator: known.get(whole.indicator ?? '') ?? null, closes_at: null }
  })
  const closed = holidays.map(
    ({ session, country, currency, day, starts_at, half }): Announcement => ({
      ...NO_ROW,
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

/** The calendar of a time, as it is or as it was known at a moment. A day more on each side: a day elsewhere begins earlier and ends later. */
export const calendarQuery = (from: Date, until: Date, known: string | null = null) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'between', from.toISOString(), until.toISOString(), known],
    queryFn: async ({ signal }) => {
      const asked = supabase.rpc('announcements_between', {
        since: new Date(from.getTime() - DAY_MS).toISOString(),
        until: new Date(until.getTime() + DAY_MS).toISOString(),
        ...(known ? { known_at: known } : {}),
      })
      return calendarOf(unwrap(await asked.abortSignal(signal)) as unknown as Answer)
    },
    staleTime: 60_000,
  })
const DAY_MS = 86_400_000

/** A window in which the reader opens nothing, with the open signals they may read that it crosses. */
export type Window = {
  currency: string
  symbols: readonly string[]
  starts_at: string
  ends_at: string
  announcements: readonly string[]
  firm?: { name: string; starts_at: string; ends_at: string }
  signals: readonly { id: string; mine: boolean }[]
}

export const windowsQuery = queryOptions({
  queryKey: WINDOWS,
  queryFn: async () => unwrap(await supabase.rpc('my_blackouts', {})) as unknown as readonly Window[],
  staleTime: 60_000,
})

/** A row with what makes a difference to readers; `listed` false: it is taken away. */
type Told = Partial<AnnouncementRow> & { id: string; listed?: boolean }

/** A calendar after one of its rows changed; null if that needs a reading: a row, or an indicator, that it does not have. */
export function withTold(calendar: Calendar, { listed = true, ...told }: Told): Calendar | null {
  const before = calendar.announcements.find(({ id }) => id === told.id)
  if (!listed)
    return before
      ? { ...calendar, announcements: calendar.announcements.filter((one) => one !== before) }
      : calendar
  if (!before || (told.indicator ?? null) !== (before.indicator?.slug ?? null)) return null
  const { indicator } = before
  const row = { ...NO_ROW, ...told } as AnnouncementRow
  // An announcement of a known indicator has its name; the payload carries the name at the source too.
  const after: Announcement = { ...row, title: indicator ? null : row.title, indicator, closes_at: null }
  return { ...calendar, announcements: calendar.announcements.map((one) => (one === before ? after : one)) }
}

/** Keeps what a page shows of the calendar live. A release reaches every open page at once, so that its row is taken from the message. */
export function useLiveCalendar(): void {
  const cache = useQueryClient()
  const readAnew = () => void cache.invalidateQueries({ queryKey: ANNOUNCEMENTS })
  useTopic(
    'announcements',
    {
      announcement: (told: Told) => {
        for (const query of cache.getQueryCache().findAll({ queryKey: [...ANNOUNCEMENTS, 'between'] })) {
          const calendar = query.state.data as Calendar | undefined
          // What was known at a past moment does not change.
          if (!calendar || query.queryKey.at(-1) !== null) continue
          const after = withTold(calendar, told)
          if (after) cache.setQueryData<Calendar>(query.queryKey, after)
          else void cache.invalidateQueries({ queryKey: query.queryKey })
        }
        void cache.invalidateQueries({ queryKey: WINDOWS })
        if (told.indicator)
          void cache.invalidateQueries({ queryKey: [...ANNOUNCEMENTS, 'history', told.indicator] })
        void cache.invalidateQueries({ queryKey: [...ANNOUNCEMENTS, 'versions', told.id] })
      },
      calendar: readAnew,
    },
    readAnew,
  )
}

const UPCOMING_DAYS = 7

/** What comes within a week: the same answer as the calendar's own week, whoever asks. */
export const upcomingQuery = (now: number) => calendarQuery(startOfDay(now), startOfDay(now, UPCOMING_DAYS))

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

/** Where the calendar has what an address names: an announcement, or the next one of an indicator, else its last. */
export const placeQuery = (asked: { announcement: string | null; indicator: string | null }) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'place', asked.announcement, asked.indicator],
    queryFn: async () => {
      const places = () => supabase.from('announcements').select('id,starts_at')
      if (asked.announcement !== null) {
        if (!/^[0-9a-f-]{36}$/.test(asked.announcement)) return null
        return unwrap(await places().eq('id', asked.announcement).maybeSingle())
      }
      const of = () =>
        places()
          .eq('indicator', asked.indicator ?? '')
          .limit(1)
      const now = new Date().toISOString()
      const [next] = unwrap(await of().gte('starts_at', now).order('starts_at'))
      return (
        next ?? unwrap(await of().lt('starts_at', now).order('starts_at', { ascending: false }))[0] ?? null
      )
    },
  })
