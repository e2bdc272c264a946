// Owns the public figures of support: first answers and solutions, computed from the steps of tickets. Read without a session.
import { queryOptions } from '@tanstack/react-query'
import { publicRpc } from '#lib/data/public-rpc.ts'
import type { Hours, Priority } from './tickets.ts'

export type SupportFigures = {
  days: number
  answered: number
  promised: number
  kept: number
  median_seconds: number | null
  p90_seconds: number | null
  worst_seconds: number | null
  worst_at: string | null
  solved: number
  solve_median_seconds: number | null
  satisfaction: { average: string | null; rated: number }
  promises: readonly { priority: Priority; answer_minutes: number; solve_minutes: number }[]
  mediator: string | null
  mail: string | null
  demonstration: boolean
}

export type AnswerTime = {
  opened_at: string
  answered_at: string | null
  business_seconds: number
  promised_seconds: number
}

export const figuresQuery = (days: number) =>
  queryOptions({
    queryKey: ['public', 'support', 'figures', days],
    queryFn: ({ signal }) => publicRpc<SupportFigures>('support_figures', { days }, signal),
    staleTime: 60_000,
  })

/** Every first answer of the last 30 days: what the figures are made of. */
export const answerTimesQuery = queryOptions({
  queryKey: ['public', 'support', 'times'],
  queryFn: ({ signal }) => publicRpc<AnswerTime[]>('support_answer_times', { days: 30 }, signal),
  staleTime: 60_000,
})

export const publicHoursQuery = queryOptions({
  queryKey: ['public', 'support', 'hours'],
  queryFn: ({ signal }) => publicRpc<Hours>('support_hours_state', {}, signal),
  staleTime: 60_000,
})
