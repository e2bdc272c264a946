import { useQuery } from '@tanstack/react-query'
import type { Course } from './course.ts'
import { lastSignalsQuery, type UsedSignal } from './queries.ts'

/** The newest closed signals that used any notion of a course, won and lost, newest first. */
export function useLastSignals(course: Course): { won: UsedSignal[]; lost: UsedSignal[] } {
  const notions = [...new Set(course.lessons.flatMap((lesson) => lesson.notions))]
  const { data: newest = [] } = useQuery(lastSignalsQuery(notions))
  return {
    won: newest.filter(({ realised_r }) => Number(realised_r) > 0),
    lost: newest.filter(({ realised_r }) => Number(realised_r) < 0),
  }
}
