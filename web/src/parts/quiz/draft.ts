import type { Given, Question } from '#lib/learning/questions.ts'
import { afterChoosing, chosenPlaces } from './choices.tsx'

/** Whether a draft can be sent: an untouched question has none, except an order, which may stand right as shown. */
export function isReady({ form }: Pick<Question, 'form'>, draft: Given | null): boolean {
  if (form === 'order') return true
  return typeof draft === 'number' || (draft !== null && draft.length > 0)
}

/** The draft after a digit key chose a choice; null if the key chooses nothing here. */
export function givenByDigit(question: Question, draft: Given | null, key: string): Given | null {
  const { form, texts } = question
  if ((form !== 'single' && form !== 'multiple') || !/^[1-9]$/.test(key)) return null
  const place = Number(key) - 1
  return place < (texts.fr?.choices.length ?? 0) ? afterChoosing(form, chosenPlaces(draft), place) : null
}
