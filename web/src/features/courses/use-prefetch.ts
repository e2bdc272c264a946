import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentPart, type Lesson } from './course.ts'
import { lessonQuery } from './queries.ts'

/** Fetches a lesson's page and text when the pointer or the focus comes near its link. */
export function usePrefetch(): (lesson: Lesson) => void {
  const client = useQueryClient()
  return (lesson) => {
    void import('./lesson/lesson-page.tsx')
    if (lesson.locked === null) void client.prefetchQuery(lessonQuery(lesson.slug))
  }
}

/**
 * Fetches ahead what a lesson is made of: the text and scripts that its first view would wait for. `alsoFetch`: another page that is
 * likely next.
 */
export function useLessonAhead(lesson: Lesson | null, alsoFetch?: () => Promise<unknown>): void {
  const prefetch = usePrefetch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lesson, however often the page is drawn
  useEffect(() => {
    if (!lesson) return
    const timer = setTimeout(() => {
      prefetch(lesson)
      void alsoFetch?.()
      void import('#ui/markdown/markdown-text.tsx')
      if (currentPart(lesson) === 'slides') void import('./lesson/lesson-slides.tsx')
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [lesson?.item])
}

/** The page itself comes first. */
const AFTER_MS = 400
