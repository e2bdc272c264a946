import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

/** The secret of the reader's calendar address. */
export const readCalendarSecret = async (): Promise<string | null> => {
  const feed = unwrap((await supabase.from('calendar_feeds').select('secret').maybeSingle()) as never)
  return (feed as { secret: string } | null)?.secret ?? null
}

/** Makes a new secret; the address before ends. */
export const renewCalendar = async () => unwrap(await supabase.rpc('renew_calendar'))

export const endCalendar = async (member: string) =>
  unwrap(await supabase.from('calendar_feeds').delete().eq('user_id', member))

/** The address of a calendar program for a secret, with what else it is asked. */
export const calendarAddress = (secret: string, more: Readonly<Record<string, string>> = {}): string =>
  `${location.origin}/functions/v1/calendar?${new URLSearchParams({ jeton: secret, ...more })}`
