// Owns how exercises on charts are read and graded. Zone and later bars come with the grade, never before.
import { queryOptions } from '@tanstack/react-query'
import type { Criterion, Task } from 'trading/learning/chart-exercise'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

/** Opening time in seconds, then prices. */
export type Bar = [at: number, open: number, high: number, low: number, close: number]

export type ExerciseAnswer = {
  price: string
  points: number
  criteria: (Criterion & { met: boolean })[]
  zone: { low: string; high: string }
  level: string
  signal: string
  number: number
  commitment: string
  sealed: { entry: string; stop: string }
  result: string | null
  ended_at: string
  after: Bar[]
  others: number[]
}

export type ExerciseView = {
  place: number
  of: number
  /** The member's points by place. */
  points: Record<string, number>
  task: Task
  atr: string
  symbol: string
  instrument: { name: string; digits: number; pip: string }
  timeframe: 'M15' | 'H1'
  direction: 'buy' | 'sell'
  demonstration: boolean
  published_at: string
  entry: string | null
  stop: string | null
  target: string | null
  before: Bar[]
  answer: ExerciseAnswer | null
}

export const exerciseQuery = (lesson: string, place: number) =>
  queryOptions({
    queryKey: ['exercise', lesson, place],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('exercise_chart', { lesson, place }).abortSignal(signal),
      ) as unknown as ExerciseView,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const gradeExercise = async (lesson: string, place: number, price: string): Promise<ExerciseView> =>
  unwrap(await supabase.rpc('grade_exercise', { lesson, place, price })) as unknown as ExerciseView
