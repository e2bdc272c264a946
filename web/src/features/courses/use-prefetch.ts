import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { textsIn } from '#lib/content/published-content.ts'
import { useLanguage } from '#lib/language/i18n.ts'
import { fetchMarkdown } from '#ui/markdown/markdown-view.tsx'
import { currentPart, type Lesson } from './course.ts'
import { LessonPage } from './lesson/page-ahead.ts'
import { LessonSlides } from './lesson/slides-ahead.ts'
import { lessonQuery } from './queries.ts'

/** Fetches a lesson's page and text when the pointer or the focus comes near its link, and reads an article while the page is idle. */
export function usePrefetch(): (lesson: Lesson) => void {
  const client = useQueryClient()
  const language = useLanguage()
  const fetchText = async (lesson: Lesson) => {
    await client.prefetchQuery(lessonQuery(lesson.slug))
    if (currentPart(lesson) !== 'article') return
    const { texts } = textsIn(client.getQueryData(lessonQuery(lesson.slug).queryKey)?.texts ?? {}, language)
    // The same code: one for the reading, one for who draws the text.
    const [{ readTextAhead }] = await Promise.all([import('#ui/markdown/markdown-text.tsx'), fetchMarkdown()])
    readTextAhead(texts.article ?? '')
  }
  return (lesson) => {
    void LessonPage.fetch().catch(() => {})
    if (lesson.locked === null) void fetchText(lesson).catch(() => {})
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
      void fetchMarkdown().catch(() => {})
      if (currentPart(lesson) === 'slides') void LessonSlides.fetch().catch(() => {})
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [lesson?.item])
}

/** The page itself comes first. */
const AFTER_MS = 400
