import { lazyAhead } from '#lib/browser/lazy-part.ts'

/** The viewer of slides, which is fetched while another part of their lesson is read. */
export const LessonSlides = lazyAhead(() => import('./lesson-slides.tsx'))
