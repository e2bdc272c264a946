import { useQueries } from '@tanstack/react-query'
import type { Course } from './course.ts'
import { notionQuery, type UsedSignal } from './queries.ts'

/** The newest closed signals that used any notion of a course, won and lost, newest first. */
export function useLastSignals(course: Course): { won: UsedSignal[]; lost: UsedSignal[] } {
  const notions = [...new Set(course.lessons.flatMap((lesson) => lesson.notions))]
  const records = useQueries({ queries: notions.map(notionQuery) })
  const found = new Map(
    records.flatMap(({ data }) => (data?.signals ?? []).map((signal) => [signal.id, signal])),
  )
  const newest = [...found.values()].sort((one, other) => (one.closed_at < other.closed_at ? 1 : -1))
  return {
    won: newest.filter(({ realised_r }) => Number(realised_r) > 0),
    lost: newest.filter(({ realised_r }) => Number(realised_r) < 0),
  }
}
