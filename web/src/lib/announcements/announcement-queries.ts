// Owns how open pages read the calendar: a range of it with its indicators, the reader's windows, and both kept live.
import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { changeCached } from '#lib/live/change-cached.ts'
import { reportChannel } from '#lib/live/connection.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { startOfDay } from './announcement.ts'
import { type Answer, type Calendar, calendarOf, type Told, withTold } from './calendar.ts'

export const ANNOUNCEMENTS = ['announcements'] as const
export const WINDOWS = ['announcements', 'windows'] as const

/** The calendar of a time, as it is or as it was known at a moment. A day more on each side: a day elsewhere begins earlier and ends later. */
export const calendarQuery = (from: Date, until: Date, known: string | null = null) =>
  queryOptions({
    queryKey: [...BETWEEN, from.toISOString(), until.toISOString(), known],
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
const BETWEEN = [...ANNOUNCEMENTS, 'between'] as const
/** What was known at a past moment does not change. */
const isPresent = ({ queryKey }: { queryKey: QueryKey }) => queryKey.at(-1) === null

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

/** Keeps what a page shows of the calendar live. A release reaches every open page at once, so that its row is taken from the message. */
export function useLiveCalendar(): void {
  const cache = useQueryClient()
  const readAnew = () => void cache.invalidateQueries({ queryKey: ANNOUNCEMENTS })
  useTopic(
    'announcements',
    {
      announcement: (told: Told) => {
        changeCached<Calendar>(cache, { queryKey: BETWEEN, predicate: isPresent }, (calendar) =>
          withTold(calendar, told),
        )
        void cache.invalidateQueries({ queryKey: WINDOWS })
        if (told.indicator)
          void cache.invalidateQueries({ queryKey: [...ANNOUNCEMENTS, 'history', told.indicator] })
        void cache.invalidateQueries({ queryKey: [...ANNOUNCEMENTS, 'versions', told.id] })
      },
      calendar: readAnew,
    },
    readAnew,
    (state) => reportChannel(state === 'joined'),
  )
  useEffect(() => () => reportChannel(null), [])
}

const UPCOMING_DAYS = 7

/** What comes within a week: the same answer as the calendar's own week, whoever asks. */
export const upcomingQuery = (now: number) => calendarQuery(startOfDay(now), startOfDay(now, UPCOMING_DAYS))

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
