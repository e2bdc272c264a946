// Owns what the seven days before today held: what was published and took place, from the tables that hold it.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { addDays, isoDay, localDay } from '#ui/date/iso-date.ts'
import { type Content, eventsBetween, type Range, studioOf } from './week.ts'
import type { WeekItem } from './week-days.ts'

const MOST = 1000
const dayOf = (at: string) => isoDay(new Date(at))

async function published({ from, until }: Range): Promise<readonly WeekItem[]> {
  const rows = unwrap(
    await supabase.rpc('list_content', { of_state: 'published', most: 200 }),
  ) as unknown as readonly (Content & { published_at: string | null })[]
  return rows.flatMap((content): WeekItem[] => {
    const { published_at: at, title, languages } = content
    if (at === null || Date.parse(at) < Date.parse(from) || Date.parse(at) >= Date.parse(until)) return []
    return [
      { kind: 'contents', day: dayOf(at), at, title, to: studioOf(content), ...(languages && { languages }) },
    ]
  })
}

async function signals({ from, until }: Range): Promise<readonly WeekItem[]> {
  const rows = unwrap(
    await supabase
      .from('signals')
      .select('number,published_at,instruments!inner(name)')
      .gte('published_at', from)
      .lt('published_at', until)
      .order('published_at')
      .limit(MOST),
  ) as unknown as readonly { number: number; published_at: string; instruments: { name: string } }[]
  return rows.map(({ number, published_at, instruments }) => ({
    kind: 'signals',
    day: dayOf(published_at),
    at: published_at,
    title: `#${number} ${instruments.name}`,
    to: `/signaux?signal=${number}`,
  }))
}

export const pastWeekQuery = (today: string) =>
  queryOptions({
    queryKey: ['office-figures', 'past-week', today],
    queryFn: async (): Promise<readonly WeekItem[]> => {
      const week = {
        from: localDay(addDays(today, -7)).toISOString(),
        until: localDay(today).toISOString(),
      }
      return (await Promise.all([eventsBetween(week), published(week), signals(week)])).flat()
    },
    refetchInterval: 5 * 60_000,
  })
