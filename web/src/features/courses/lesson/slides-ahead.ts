import { lazyAhead } from '#lib/browser/lazy-ahead.ts'

/** The viewer of slides, which is fetched while another part of their lesson is read. */
export const LessonSlides = lazyAhead(() => import('./lesson-slides.tsx'))
