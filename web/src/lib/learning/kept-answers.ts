// Owns answers that the server has not confirmed: they stay in this browser until it has, so that a lost connection or a reload
// loses none. The server accepts one answer a question, so sending again never counts twice.
import { forgetSetting, readSetting, storeSetting } from '#lib/browser/setting.ts'
import type { Given } from './questions.ts'

export type KeptAnswer = { place: number; given: Given }

const key = (attempt: string) => `vigie-answers-${attempt}`

/** The unconfirmed answers of an attempt, oldest first. */
export function keptAnswers(attempt: string): readonly KeptAnswer[] {
  try {
    const kept: unknown = JSON.parse(readSetting(key(attempt)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

/** Keeps an answer until it is confirmed; the first one to a question counts, as on the server. */
export function keepAnswer(attempt: string, answer: KeptAnswer): readonly KeptAnswer[] {
  const kept = keptAnswers(attempt)
  return kept.some(({ place }) => place === answer.place) ? kept : store(attempt, [...kept, answer])
}

/** Removes an answer that the server has accepted or refused for good. */
export const dropAnswer = (attempt: string, place: number): readonly KeptAnswer[] =>
  store(
    attempt,
    keptAnswers(attempt).filter((one) => one.place !== place),
  )

function store(attempt: string, kept: readonly KeptAnswer[]): readonly KeptAnswer[] {
  if (kept.length === 0) forgetSetting(key(attempt))
  else storeSetting(key(attempt), JSON.stringify(kept))
  return kept
}

const isKept = (one: unknown): one is KeptAnswer =>
  typeof one === 'object' && one !== null && Number.isInteger((one as KeptAnswer).place) && 'given' in one
