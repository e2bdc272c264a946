import { createContext, use, useEffect } from 'react'
import type { Lesson } from './course.ts'

/** Makes a lesson of a course ready to be opened. */
export type MakeReady = (course: string, lesson: Lesson) => void

export const LessonsAhead = createContext<MakeReady>(() => {})

/** For a link to a lesson: it is made ready when the pointer or the focus comes near. */
export function useNear(course: string) {
  const makeReady = use(LessonsAhead)
  return (lesson: Lesson) => {
    const near = () => makeReady(course, lesson)
    return { onPointerEnter: near, onFocus: near }
  }
}

/** The page itself comes first. */
const AFTER_MS = 400

/** Makes the lesson ready that is likely next. `alsoFetch`: another page that is. */
export function useLessonAhead(
  course: string,
  lesson: Lesson | null,
  alsoFetch?: () => Promise<unknown>,
): void {
  const makeReady = use(LessonsAhead)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lesson, however often the page is drawn
  useEffect(() => {
    if (!lesson) return
    const timer = setTimeout(() => {
      makeReady(course, lesson)
      void alsoFetch?.()
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [lesson?.item])
}
