import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '#lib/browser/idle.ts'
import { spares } from '#lib/browser/spares.ts'
import { textsIn } from '#lib/content/published-content.ts'
import { useLanguage } from '#lib/language/i18n.ts'
import type { Lesson } from './course.ts'
import { lessonQuery } from './queries.ts'

/** After the lesson that is next (use-near.ts). */
const AFTER_MS = 800
/** A longer course has more than one goes through at a time. */
const MOST = 12

const idle = () => new Promise<void>(whenIdle)

/**
 * Fetches and reads the articles of a course that its reader may open, one at a time while the page has nothing else to do: pointing at
 * a lesson gives a slow phone time to draw it, not to read it too.
 */
export function useTextsAhead(lessons: readonly Lesson[]): void {
  const client = useQueryClient()
  const language = useLanguage()
  const slugs = lessons.filter(({ locked }) => locked === null).map(({ slug }) => slug)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the same lessons, however often the page is drawn
  useEffect(() => {
    if (spares()) return
    let left = false
    const readAll = async () => {
      const { readText } = await import('#ui/markdown/markdown-text.tsx')
      for (const slug of slugs.slice(0, MOST)) {
        const content = await client.fetchQuery(lessonQuery(slug))
        await idle()
        if (left) return
        readText(textsIn(content?.texts ?? {}, language).texts.article ?? '')
      }
    }
    // What fails is read when it is opened.
    const timer = setTimeout(() => void readAll().catch(() => undefined), AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [slugs.join(' '), language, client])
}
