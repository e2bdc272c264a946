import { lazyAhead } from '#lib/browser/lazy-part.ts'

/** The page of a lesson, which a pointed-at link fetches. */
export const LessonPage = lazyAhead(() => import('./lesson-page.tsx'))
