// The parts of a lesson that are graded. Each is fetched with the first lesson that is opened at it; a part that is not listed has no tab.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Part } from './course.ts'

export type LessonPartProps = { course: string; lesson: string; onDone: () => void }

export const LESSON_PARTS: Readonly<
  Partial<Record<Part, LazyExoticComponent<ComponentType<LessonPartProps>>>>
> = {
  exercise: lazy(() => import('#parts/exercise/exercise.tsx')),
  quiz: lazy(() => import('#parts/quiz/lesson-quiz.tsx')),
}
