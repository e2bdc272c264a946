// Owns how questions are read and answered. Right answers are known to the server alone: a question comes with its answer only
// after it was answered.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from 'mails/languages'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Localized } from '#lib/language/localized.ts'
import { pageTime } from './time-left.ts'

export type Purpose = 'quiz' | 'daily' | 'review' | 'exam'
export type Form = 'single' | 'multiple' | 'numeric' | 'order' | 'chart'
export type Topic = 'risk' | 'technical' | 'fundamental' | 'psychology' | 'mechanics' | 'regulation'
/** The place of a choice as shown, several of them (for an order: in the chosen one), or what was typed. */
export type Given = number | readonly number[] | string

export type QuestionChart = {
  path: readonly number[]
  bars: number
  noise: number
  seed: number
  levels?: readonly { at: number; as: string }[]
}

export type LessonLink = { course: string; lesson: string; title: Localized; minutes: number }

export type Answer = {
  given: Given | null
  right: boolean
  /** Like `given`; for a level on a chart the accepted zone. */
  correct: Given | { low: string; high: string }
  mistake: Localized | null
  why: Localized
  source: { title: string; url: string; read_on: string } | null
  /** The whole chart: before the answer, a level that would give it away is left out. */
  chart?: QuestionChart | null
  lesson?: LessonLink | null
  tolerance?: string | null
}

export type Question = {
  place: number
  form: Form
  topic: Topic
  level: 1 | 2 | 3
  unit: string | null
  digits: number | null
  chart: QuestionChart | null
  notion: string | null
  texts: Readonly<Partial<Record<Language, { ask: string; choices: readonly string[] }>>>
  answer: Answer | null
}

export type Attempt = {
  id: string
  purpose: Purpose
  subject: string
  started_at: string
  deadline: string | null
  finished_at: string | null
  total: number
  score: number | null
  /** The server's time: what is left does not depend on this device's clock. */
  now: string
  questions: readonly Question[]
}

/** An attempt, and when it was read by `pageTime()`. */
export type ReadAttempt = Attempt & { readAt: number }

const ATTEMPTS = 'attempts'
export const attemptKey = (id: string) => [ATTEMPTS, id] as const

export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: attemptKey(id),
    queryFn: async (): Promise<ReadAttempt> => {
      const attempt = unwrap(await supabase.rpc('read_attempt', { attempt: id })) as unknown as Attempt
      return { ...attempt, readAt: pageTime() }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Starts an attempt, or returns the one that is open. */
export const startAttempt = async (purpose: Purpose, subject: string): Promise<string> =>
  unwrap(await supabase.rpc('start_attempt', { purpose, subject })) as unknown as string

export const answerQuestion = async (attempt: string, place: number, given: Given): Promise<Answer> =>
  unwrap(
    await supabase.rpc('answer_question', { attempt, place, given: given as never }),
  ) as unknown as Answer

/** Ends an attempt; questions without an answer count as wrong. */
export const finishAttempt = async (attempt: string): Promise<void> => {
  unwrap(await supabase.rpc('finish_attempt', { attempt }))
}

/** A text in the reader's language; texts of questions are complete in French. */
export const inLanguage = <Text>(
  texts: Readonly<Partial<Record<Language, Text>>>,
  language: Language,
): Text => (texts[language] ?? texts.fr) as Text

const REFUSALS = [
  'already_answered',
  'answer_invalid',
  'attempt_over',
  'attempt_taken',
  'day_closed',
  'premium_only',
  'retry_tomorrow',
  'subject_unknown',
] as const

/** Why the server refused; null if it gave no answer at all, so that sending again can help. */
export function attemptRefusal(error: unknown): (typeof REFUSALS)[number] | 'other' | null {
  const { message, code } = error as { message?: string; code?: string }
  if (!code) return null
  return REFUSALS.find((key) => key === message) ?? 'other'
}

export const lastQuizKey = (subject: string) => [ATTEMPTS, 'quiz', subject] as const

/** The member's newest attempt at a lesson's quiz; null before the first. */
export const lastQuizQuery = (subject: string) =>
  queryOptions({
    queryKey: lastQuizKey(subject),
    queryFn: async () =>
      unwrap(
        await supabase
          .from('attempts')
          .select('id,finished_at,score,total')
          .eq('purpose', 'quiz')
          .eq('subject', subject)
          .order('started_at', { ascending: false })
          .limit(1)
          .maybeSingle(),
      ) as unknown as Pick<Attempt, 'id' | 'finished_at' | 'score' | 'total'> | null,
  })
