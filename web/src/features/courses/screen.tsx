import { memo, useDeferredValue } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { DrawnAhead } from '#ui/drawn-ahead.tsx'
import { LessonPage } from './lesson/page-ahead.ts'
import { type Place, useLessonsAhead } from './use-lessons-ahead.ts'
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
  const [open, before] = [placeIn(shown), placeIn(later)]
  const course = later.get('cours')
  const places = new Map([before, ahead, open].map((place) => [place?.lesson, place]))
  return (
    <LessonsAhead value={makeReady}>
      {!before && (
        // Taking a page down takes a slow phone as long as showing one: it is only out of sight until the lesson is painted.
        <div className={open ? 'absolute [content-visibility:hidden]' : undefined}>
          <div className="mx-auto w-full max-w-328 px-4 pt-5 pb-10 md:px-6">
            {course && later.has('examen') ? (
              <ExamPage slug={course} />
            ) : course ? (
              <CoursePage key={course} slug={course} />
            ) : (
              <Catalogue />
            )}
          </div>
        </div>
      )}
      <div className="relative flex flex-1 flex-col">
        {[...places.values()].map(
          (place) =>
            place && (
              <DrawnAhead key={place.lesson} shown={place === open}>
                <Lesson course={place.course} slug={place.lesson} />
              </DrawnAhead>
            ),
        )}
      </div>
    </LessonsAhead>
  )
}

/** The lesson that an address opens. */
function placeIn(search: URLSearchParams): Place | null {
  const [course, lesson] = [search.get('cours'), search.get('lecon')]
  return course && lesson ? { course, lesson } : null
}
