// Owns the figures of the dashboard, as the database computes them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

export const PERIODS = ['7', '30', '90', '365'] as const
export type FiguresPeriod = (typeof PERIODS)[number]

export const STEPS = ['signed_up', 'confirmed', 'visited', 'followed', 'requested', 'premium'] as const
type Latency = { count: number; p50: number | null; p95: number | null }

export type Figures = {
  since: string
  time_zone: string
  sign_ups: {
    unit: 'day' | 'week'
    count: number
    before: number
    series: readonly { day: string; count: number }[]
  }
  steps: Readonly<Record<(typeof STEPS)[number], number>>
  members: { all: number; premium: number; converted: number }
  signals: {
    published: number
    closed: number
    won: number
    mean_r: number | null
    total_r: number | null
    demonstration: boolean
    series: readonly { at: string; total: number }[]
  }
  /** In seconds: `app`, `push` and `email` from the publication of a signal, the others from what they tell of. */
  delivery: Readonly<Partial<Record<'app' | 'push' | 'email' | 'mails' | 'webhooks', Latency>>>
  /** Ages in seconds. */
  queue: {
    waiting: number
    unassigned: number
    oldest_since: string | null
    median_age: number | null
    decided: number
    approved: number
    median_decision: number | null
  }
}

export const figuresQuery = (period: FiguresPeriod) =>
  queryOptions({
    queryKey: ['office-figures', period],
    queryFn: async () =>
      unwrap(await supabase.rpc('office_figures', { days: Number(period) })) as unknown as Figures,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
