import { useEffect } from 'react'
import { preloadTexts } from '#lib/language/i18n.ts'
import { type Lesson, partsOf } from '../course.ts'
import { LessonSlides } from './slides-ahead.ts'

/** What the first slide would wait for one after the other. */
const TEXTS = ['slides', 'drawn-chart']
/** The part that was opened comes first. */
const AFTER_MS = 1000

/** Fetches the viewer of slides while the part of their lesson that comes before them is `read`. */
export function useSlidesAhead(lesson: Lesson, read: boolean): void {
  const has = read && lesson.locked === null && partsOf(lesson).includes('slides')
  useEffect(() => {
    if (!has) return
    const timer = setTimeout(() => {
      void Promise.allSettled([LessonSlides.fetch(), ...TEXTS.map(preloadTexts)])
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [has])
}
