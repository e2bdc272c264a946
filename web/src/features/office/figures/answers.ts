// Owns how long members waited for an answer of staff, by the promise that they were given.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { PROMISED_MS } from '#parts/requests/promise.ts'
import { type Answer, answerTimes } from './answer-times.ts'
import type { FiguresPeriod } from './figures.ts'

const MOST = 1000

async function tickets(days: number): Promise<readonly Answer[]> {
  const rows = unwrap(
    await supabase.rpc('support_answer_times', { days }).order('opened_at', { ascending: false }).limit(MOST),
  )
  return rows.map((row) => ({
    // Null in the answer where there was none, whatever the generated type says.
    took: (row.answered_at as string | null) === null ? null : row.business_seconds,
    promised: row.promised_seconds,
  }))
}

async function requests(days: number): Promise<readonly Answer[]> {
  const rows = unwrap(
    await supabase
      .from('qualification_requests')
      .select('waiting_since,decided_at')
      .in('state', ['approved', 'rejected'])
      .gte('decided_at', new Date(Date.now() - days * 86_400_000).toISOString())
      .order('decided_at', { ascending: false })
      .limit(MOST),
  )
  return rows.map(({ waiting_since, decided_at }) => ({
    took: (Date.parse(decided_at ?? waiting_since) - Date.parse(waiting_since)) / 1000,
    promised: PROMISED_MS / 1000,
  }))
}

/** The answers of a period: to tickets, and for admins to requests for premium. */
export const answersQuery = (period: FiguresPeriod, admin: boolean) =>
  queryOptions({
    queryKey: ['office-figures', 'answers', period, admin],
    queryFn: async () => {
      const days = Number(period)
      const [support, decided] = await Promise.all([tickets(days), admin ? requests(days) : []])
      return { support: answerTimes(support), requests: answerTimes(decided) }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
