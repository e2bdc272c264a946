// Owns the first steps of a new member: what they are, how long each takes, and whether they are still shown.
import type { Account } from '#lib/signals/trading-account.ts'

export type FirstSteps = {
  joined_at: string
  put_off_at: string | null
  recomputed_at: string | null
  /** The capital and risk that were set; null before. */
  risk: Account | null
  /** The first lesson that is open to everybody; null in an installation without courses. */
  lesson: {
    course: string
    lesson: string
    minutes: number
    texts: Readonly<Record<string, { title: string }>>
    in: Readonly<Record<string, { title: string }>>
  } | null
  lesson_read_at: string | null
  tested_at: string | null
}

export type Step = { key: 'recompute' | 'risk' | 'lesson' | 'test'; minutes: number; done: boolean }

/** The steps in their order, with the minutes that each takes. A step whose object is missing is left out. */
export function stepsOf(known: FirstSteps, testMinutes: number | null): Step[] {
  return [
    { key: 'recompute', minutes: 1, done: known.recomputed_at !== null },
    { key: 'risk', minutes: 2, done: known.risk !== null },
    ...(known.lesson
      ? [{ key: 'lesson' as const, minutes: known.lesson.minutes, done: known.lesson_read_at !== null }]
      : []),
    ...(testMinutes === null
      ? []
      : [{ key: 'test' as const, minutes: testMinutes, done: known.tested_at !== null }]),
  ]
}

const NEW_DAYS = 30

/** Whether somebody who joined then is still new. */
export const isNew = (joinedAt: string, now: number): boolean =>
  now - Date.parse(joinedAt) < NEW_DAYS * 86_400_000

/** Whether the first steps lead the dashboard: for members of less than thirty days, until all are done or put off. */
export const areShown = (known: FirstSteps, steps: readonly Step[], now: number): boolean =>
  known.put_off_at === null && steps.some(({ done }) => !done) && isNew(known.joined_at, now)

/** A text of a card in the reader's language, or in French. */
export const titleIn = (texts: Readonly<Record<string, { title: string }>>, language: string): string =>
  (texts[language] ?? texts.fr)?.title ?? ''
