import { lazy } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { Catalogue } from './catalogue/catalogue.tsx'
import { CoursePage } from './course/course-page.tsx'
import { LessonPage } from './lesson/lesson-page.tsx'

// Few reach it, and its questions weigh more than a catalogue.
const ExamPage = lazy(() => import('./course/exam-page.tsx'))

/** Courses: the catalogue, a course (`cours`) and its exam (`examen`), or one of its lessons (`lecon`). */
export default function CoursesScreen() {
  const [search] = useSearchParams()
  const course = search.get('cours')
  const lesson = search.get('lecon')
  if (course && lesson) return <LessonPage key={lesson} course={course} slug={lesson} />
  return (
    <div className="mx-auto w-full max-w-328 px-4 pt-5 pb-10 md:px-6">
      {course && search.has('examen') ? (
        <ExamPage slug={course} />
      ) : course ? (
        <CoursePage key={course} slug={course} />
      ) : (
        <Catalogue />
      )}
    </div>
  )
}
