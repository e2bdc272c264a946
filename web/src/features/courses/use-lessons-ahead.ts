import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { fetchMarkdown } from '#ui/markdown/markdown-view.tsx'
import { currentPart, type Lesson } from './course.ts'
import { LessonPage } from './lesson/page-ahead.ts'
import { LessonSlides } from './lesson/slides-ahead.ts'
import { lessonQuery } from './queries.ts'
import type { MakeReady } from './use-near.ts'

export type Place = { course: string; lesson: string }

/**
 * The lesson to draw out of sight until it is `open`: the last that was made ready, once its code and its text have come. Drawing it
 * waits until the page has nothing else to do.
 */
export function useLessonsAhead(open: string | null): [ahead: Place | null, makeReady: MakeReady] {
  const client = useQueryClient()
  const [ahead, setAhead] = useState<Place | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lesson that is opened or left needs nothing ahead of it any more
  useEffect(() => setAhead(null), [open])
  const makeReady = useCallback(
    (course: string, lesson: Lesson) => {
      const fetchAll = async () => {
        const code: Promise<unknown>[] = [LessonPage.fetch(), fetchMarkdown()]
        if (lesson.locked !== null) return
        if (currentPart(lesson) === 'slides') code.push(LessonSlides.fetch())
        await Promise.all([client.prefetchQuery(lessonQuery(lesson.slug)), ...code])
        setAhead((last) => (last?.lesson === lesson.slug ? last : { course, lesson: lesson.slug }))
      }
      void fetchAll().catch(() => {})
    },
    [client],
  )
  return [ahead, makeReady]
}
