// The parts of a lesson that are graded. Each is fetched with the first lesson that is opened at it; a part that is not listed has no tab.
import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import type { Part } from './course.ts'

export type LessonPartProps = { course: string; lesson: string; onDone: () => void }

export const LESSON_PARTS: Readonly<
  Partial<Record<Part, LazyExoticComponent<ComponentType<LessonPartProps>>>>
> = {
  exercise: lazyPart(() => import('#parts/exercise/exercise.tsx')),
  quiz: lazyPart(() => import('#parts/quiz/lesson-quiz.tsx')),
}
