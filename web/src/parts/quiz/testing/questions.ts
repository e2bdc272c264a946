import type { Answer, Question } from '#lib/learning/questions.ts'

type Given = Partial<Omit<Question, 'texts'>> & { ask?: string; choices?: readonly string[] }

/** A question of any form, its text the same in every language. */
export function anyQuestion({ ask = 'What?', choices = [], ...rest }: Given): Question {
  return {
    place: 1,
    form: 'single',
    topic: 'risk',
    level: 1,
    unit: null,
    digits: null,
    chart: null,
    notion: null,
    lesson: null,
    texts: { fr: { ask, choices } },
    answer: null,
    ...rest,
  }
}

/** What the server says of an answer. */
export const anyAnswer = (rest: Partial<Answer>): Answer => ({
  given: null,
  right: false,
  correct: 0,
  mistake: null,
  why: { fr: 'Because.', en: 'Because.', es: 'Because.', it: 'Because.' },
  source: null,
  ...rest,
})
