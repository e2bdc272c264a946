// Owns a member's day: whether today's test is done, its result, the streak. The dashboard and the navigation read it too.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useSession } from '#lib/session/session.tsx'
import type { Topic } from './questions.ts'

export type CalendarDay = {
  day: string
  /** `none`: there was no test to take, or it was before the first. */
  state: 'done' | 'freeze' | 'holiday' | 'missed' | 'open' | 'none'
  score: number | null
}

export type Daily = {
  now: string
  /** The day of the test, in Paris. */
  day: string
  /** The member's own day, which the streak and its calendar follow. */
  local_day: string
  closes_at: string
  minutes: number
  /** What was published of the draw before the day began; null on a day without a test. */
  test: { commitment: string; sequence: number; bank_hash: string } | null
  attempt: string | null
  result: { score: number; total: number; finished_at: string; milliseconds: number } | null
  streak: { days: number; best: number; freezes: number; most_freezes: number; remind: boolean }
  /** Monday to Friday of the member's month. */
  calendar: readonly CalendarDay[]
  /** The number of players by score; null for fewer than thirty. */
  scores: { players: number; counts: readonly number[] } | null
  month_mean: string | null
  topics: readonly { topic: Topic; right: number; answered: number }[]
  week: { joined: string | null }
}

export const DAILY = ['daily'] as const

export const dailyQuery = queryOptions({
  queryKey: DAILY,
  queryFn: async () => unwrap(await supabase.rpc('my_daily')) as unknown as Daily,
  staleTime: 60_000,
})

/** Whether today's test is still to be done; false while it is not known. `ready`: other reads go first. */
export function useDailyDue(ready = true): boolean {
  const { status } = useSession()
  const { data } = useQuery({ ...dailyQuery, enabled: ready && status === 'signed-in' })
  return data !== undefined && data.test !== null && data.result === null
}
