import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Lesson } from './course.ts'
import { lessonQuery } from './queries.ts'

/** Fetches a lesson's text when the pointer or the focus comes near its link. */
export function usePrefetch(): (lesson: Lesson) => void {
  const client = useQueryClient()
  return (lesson) => {
    if (lesson.locked === null) void client.prefetchQuery(lessonQuery(lesson.slug))
  }
}

/** Fetches ahead what a lesson is made of: the text and scripts that its first view would wait for. */
export function useLessonAhead(lesson: Lesson | null): void {
  const prefetch = usePrefetch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lesson, however often the page is drawn
  useEffect(() => {
    if (!lesson) return
    const timer = setTimeout(() => {
      prefetch(lesson)
      void import('#ui/markdown/markdown-text.tsx')
      void import('./lesson/lesson-slides.tsx')
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [lesson?.item])
}

/** The page itself comes first. */
const AFTER_MS = 400
