import { Activity, memo, useDeferredValue } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { LessonPage } from './lesson/page-ahead.ts'
import { useLessonsAhead } from './use-lessons-ahead.ts'
import { LessonsAhead } from './use-near.ts'

// Each in a file of its own: who reads a lesson needs neither the catalogue nor the drawings on its cards. The page
// shown is not drawn again while the next one is.
const Catalogue = memo(lazyPart(() => import('./catalogue/catalogue.tsx')))
const CoursePage = memo(lazyPart(() => import('./course/course-page.tsx')))
const ExamPage = memo(lazyPart(() => import('./course/exam-page.tsx')))
const Lesson = memo(LessonPage)

/** Courses: the catalogue, a course (`cours`) and its exam (`examen`), or one of its lessons (`lecon`). */
export default function CoursesScreen() {
  const [search] = useSearchParams()
  // The page shown stays until the next one is fetched; a lesson that was drawn ahead is there at once.
  const later = useDeferredValue(search)
  const [ahead, makeReady] = useLessonsAhead(later.get('lecon'))
  const shown = ahead?.lesson === search.get('lecon') ? search : later
  const course = shown.get('cours')
  const lesson = shown.get('lecon')
  const open = course && lesson ? { course, lesson } : null
  return (
    <LessonsAhead value={makeReady}>
      {!open && (
        <div className="mx-auto w-full max-w-328 px-4 pt-5 pb-10 md:px-6">
          {course && shown.has('examen') ? (
            <ExamPage slug={course} />
          ) : course ? (
            <CoursePage key={course} slug={course} />
          ) : (
            <Catalogue />
          )}
        </div>
      )}
      {[open, ahead?.lesson === lesson ? null : ahead].map(
        (place) =>
          place && (
            <Activity key={place.lesson} mode={place === open ? 'visible' : 'hidden'}>
              <Lesson course={place.course} slug={place.lesson} />
            </Activity>
          ),
      )}
    </LessonsAhead>
  )
}
