// Owns the reader's wishes of the calendar: reminders, the window of their own, and what their calendar feed has.
import { queryOptions } from '@tanstack/react-query'
import type { Impact } from '#lib/announcements/announcement.ts'
import { ANNOUNCEMENTS } from '#lib/announcements/announcement-queries.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

export type Preferences = {
  remind_minutes: number | null
  remind_impacts: readonly Impact[]
  remind_currencies: readonly string[]
  window_minutes: number | null
  firm: string | null
  challenge: string | null
  firm_minutes: number
  tell_window: boolean
  feed_impacts: readonly Impact[]
  feed_currencies: readonly string[]
  feed_windows: boolean
}

/** Those of a member who never chose; the database has the same. */
export const DEFAULTS: Preferences = {
  remind_minutes: null,
  remind_impacts: ['high'],
  remind_currencies: [],
  window_minutes: 15,
  firm: null,
  challenge: null,
  firm_minutes: 2,
  tell_window: true,
  feed_impacts: ['high'],
  feed_currencies: [],
  feed_windows: true,
}

const COLUMNS =
  'remind_minutes,remind_impacts,remind_currencies,window_minutes,firm,challenge,firm_minutes,tell_window,feed_impacts,feed_currencies,feed_windows'

export const preferencesQuery = queryOptions({
  queryKey: [...ANNOUNCEMENTS, 'preferences'],
  queryFn: async () =>
    (unwrap(
      await supabase.from('announcement_preferences').select(COLUMNS).maybeSingle(),
    ) as Preferences | null) ?? DEFAULTS,
})

/** Writes some of the preferences; the others stay. What they decide is read again: windows and reminders. */
export const useSavePreferences = (member: string) =>
  useWrite(
    async (change: Partial<Preferences>) =>
      unwrap(
        await supabase
          .from('announcement_preferences')
          .upsert({ user_id: member, ...change } as never, { onConflict: 'user_id' }),
      ),
    [ANNOUNCEMENTS],
    'announcement-preferences',
  )

/** The announcements of which the reader is reminded one by one, with the minutes before. */
export const remindersQuery = queryOptions({
  queryKey: [...ANNOUNCEMENTS, 'reminders'],
  queryFn: async () =>
    new Map(
      unwrap(await supabase.from('announcement_reminders').select('announcement,minutes')).map(
        ({ announcement, minutes }) => [announcement, minutes] as const,
      ),
    ),
})

/** Sets the reminder of an announcement, so many minutes before; null takes it back. */
export const useRemind = () =>
  useWrite(
    async ({ announcement, minutes }: { announcement: string; minutes: number | null }) =>
      unwrap(
        minutes === null
          ? await supabase.from('announcement_reminders').delete().eq('announcement', announcement)
          : await supabase.from('announcement_reminders').upsert({ announcement, minutes }),
      ),
    [remindersQuery.queryKey],
    'announcement-reminders',
  )
