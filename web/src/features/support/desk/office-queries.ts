// Owns the report of support, and its settings: hours, days that differ, topics and promises. Admins write them through their tables.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { HOURS, type Priority, SUPPORT, type Topic } from '../tickets.ts'

export type Report = {
  volume: number
  answered: number
  answers_kept: number
  answer_median_seconds: number | null
  answer_p90_seconds: number | null
  solved: number
  solutions_kept: number
  solve_median_seconds: number | null
  solve_p90_seconds: number | null
  reopened: number
  reopen_rate: string | null
  backlog: number
  satisfaction: { average: string | null; rated: number; scores: Readonly<Record<string, number>> | null }
  topics: readonly { topic: Topic; volume: number; answer_median_seconds: number | null }[]
  days: readonly { day: string; volume: number }[]
}

const DAY = 86_400_000

export const reportQuery = (days: number) =>
  queryOptions({
    queryKey: [...SUPPORT, 'report', days],
    queryFn: async () => {
      const now = Date.now()
      const [since, until] = [new Date(now - days * DAY), new Date(now)].map((at) => at.toISOString())
      return unwrap(
        await supabase.rpc('support_report', { since: since ?? '', until: until ?? '' }),
      ) as unknown as Report
    },
  })

const SETTINGS = [...SUPPORT, 'settings'] as const

export type OpenHours = { weekday: number; opens: string; closes: string }
export type SpecialDay = { day: string; is_open: boolean; reason: string }
export type TopicRule = {
  topic: Topic
  reopens: 'unless_thanks' | 'always' | 'never'
  reopen_days: number
  close_days: number
}
export type PromiseRule = { priority: Priority; answer_minutes: number; solve_minutes: number }

export const settingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: async () => {
    const [hours, days, topics, promises] = await Promise.all([
      supabase.from('support_hours').select('weekday,opens,closes').order('weekday'),
      supabase.from('support_days').select('day,is_open,reason').order('day'),
      supabase.from('support_topics').select('topic,reopens,reopen_days,close_days').order('position'),
      supabase
        .from('support_promises')
        .select('priority,answer_minutes,solve_minutes')
        .order('solve_minutes'),
    ])
    return {
      hours: unwrap(hours).map((one) => ({
        ...one,
        opens: one.opens.slice(0, 5),
        closes: one.closes.slice(0, 5),
      })),
      days: unwrap(days) as SpecialDay[],
      topics: unwrap(topics) as TopicRule[],
      promises: unwrap(promises) as PromiseRule[],
    }
  },
})

const STALE = [SETTINGS, HOURS, ['public', 'support']]

/** Opens a weekday at these hours; null closes it. */
export const useSetHours = () =>
  useWrite(
    async ({ weekday, open }: { weekday: number; open: Omit<OpenHours, 'weekday'> | null }) =>
      unwrap(
        open
          ? await supabase.from('support_hours').upsert({ weekday, ...open })
          : await supabase.from('support_hours').delete().eq('weekday', weekday),
      ),
    STALE,
  )

export const useAddDay = () =>
  useWrite(async (day: SpecialDay) => unwrap(await supabase.from('support_days').upsert(day)), STALE)

export const useDropDay = () =>
  useWrite(async (day: string) => unwrap(await supabase.from('support_days').delete().eq('day', day)), STALE)

export const useSetTopic = () =>
  useWrite(
    async ({ topic, ...rule }: TopicRule) =>
      unwrap(await supabase.from('support_topics').update(rule).eq('topic', topic)),
    STALE,
  )

export const useSetPromise = () =>
  useWrite(
    async ({ priority, ...minutes }: PromiseRule) =>
      unwrap(await supabase.from('support_promises').update(minutes).eq('priority', priority)),
    STALE,
  )
