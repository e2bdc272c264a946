import { useQuery } from '@tanstack/react-query'
import type { Quiz } from './course.ts'
import { quizzesQuery } from './queries.ts'

/** The best finished quiz of each lesson, by the lesson's id. */
export function useBestQuizzes(): ReadonlyMap<string, Quiz> {
  const { data } = useQuery(quizzesQuery)
  const best = new Map<string, Quiz>()
  for (const quiz of data ?? []) {
    const known = best.get(quiz.lesson)
    if (!known || quiz.score / quiz.total > known.score / known.total) best.set(quiz.lesson, quiz)
  }
  return best
}
