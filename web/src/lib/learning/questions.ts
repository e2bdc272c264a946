// Owns what a question is. Right answers are known to the server alone: a question comes with its answer only after it was
// answered.
import type { Language } from 'mails/languages'
import type { Localized } from '#lib/language/localized.ts'

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

export type LessonLink = {
  course: string
  lesson: string
  title: Localized
  minutes: Readonly<Record<string, number>>
}

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
  tolerance?: string | null
  /** The figure that the right answer is, as `expectancy?rate=0.4&gain=1.8`. */
  computed?: string | null
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
  /** The lesson that teaches it. */
  lesson: LessonLink | null
  texts: Readonly<Partial<Record<Language, { ask: string; choices: readonly string[] }>>>
  answer: Answer | null
}

/** A text in the reader's language; texts of questions are complete in French. */
export const inLanguage = <Text>(
  texts: Readonly<Partial<Record<Language, Text>>>,
  language: Language,
): Text => (texts[language] ?? texts.fr) as Text
