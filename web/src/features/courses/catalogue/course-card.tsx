import { ChevronRight } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { readDrawing } from '#parts/drawn-chart/drawing.ts'
import { DrawnChart } from '#parts/drawn-chart/drawn-chart.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Ring } from '#ui/figure/ring.tsx'
import { courseAddress, lessonAddress } from '../addresses.ts'
import {
  type Course,
  courseMinutes,
  courseShare,
  currentLesson,
  isBegun,
  isDone,
  type Lesson,
  lessonMinutes,
  lessonShare,
} from '../course.ts'
import { LessonMark, LockMark } from '../lesson-mark.tsx'
import { SignalStrip, SignalSummary } from '../signal-strip.tsx'
import { useTexts } from '../use-courses.ts'
import { useNear } from '../use-near.ts'

type Props = {
  course: Course
  /** The lessons that the filters leave. */
  lessons: readonly Lesson[]
  /** How many signals the course with the most has. */
  scale: number
  /** Lessons that can be opened now: without a network, those on this device. */
  isHere: (lesson: Lesson) => boolean
}

/** A course in the catalogue: what it looks like, how far its reader is, its lessons and what became of it in signals. */
export function CourseCard({ course, lessons, scale, isHere }: Props) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  const near = useNear(course.slug)
  const { engraving } = course.fields
  const drawing = engraving ? readDrawing(engraving.kind, engraving) : null
  const current = currentLesson(course)
  const share = courseShare(course)
  // Worth saying only where other lessons are not.
  const free = course.lessons.some(({ locked }) => locked === 'premium')
  const now = current && isBegun(current) ? current : null
  return (
    <Card className="flex min-w-0 flex-col overflow-hidden">
      <div aria-hidden className="h-30 border-b border-line bg-well px-5 py-4">
        {drawing && <DrawnChart drawing={drawing} bare />}
      </div>
      <div className="flex items-start gap-3 px-4 pt-4 pb-3 md:px-5">
        <div className="min-w-0 flex-1">
          <h3 className="text-16 font-semibold tracking-text">
            <Link
              to={courseAddress(course.slug)}
              className="decoration-line-strong underline-offset-3 hover:underline"
            >
              {texts(course).title}
            </Link>
          </h3>
          <p className="text-13 text-muted">
            {t('lessons', { count: course.lessons.length })} ·{' '}
            {format.duration(courseMinutes(course) * 60_000)}
          </p>
        </div>
        <Ring size="lg" label={t('course.progress')} share={share} />
      </div>
      <div aria-hidden className="flex gap-1 px-4 pb-3 md:px-5 xl:hidden">
        {course.lessons.map((lesson) => (
          <i key={lesson.item} className="h-1 flex-1 overflow-hidden rounded-key bg-line-strong">
            <i
              className={classNames('block h-full', lesson === now ? 'bg-lamp-edge' : 'bg-text')}
              style={{ width: `${lessonShare(lesson) * 100}%` }}
            />
          </i>
        ))}
      </div>
      <ol className="px-3 pb-2 max-xl:hidden">
        {lessons.map((lesson) => (
          <li key={lesson.item}>
            <Link
              {...near(lesson)}
              to={lessonAddress(course.slug, lesson.slug)}
              className={classNames(
                'grid min-h-9 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-2.5 rounded-control px-2 transition-colors hover:bg-raised',
                lesson === now && 'bg-raised font-semibold',
                !isHere(lesson) && 'opacity-45',
              )}
            >
              <span className="grid place-items-center">
                <LessonMark lesson={lesson} number={course.lessons.indexOf(lesson) + 1} />
              </span>
              <span className={classNames('truncate', lesson.locked !== null && 'text-muted')}>
                {texts(lesson).title}
              </span>
              <span className="text-13 font-normal text-muted">
                {lesson.locked !== null ? (
                  <LockMark />
                ) : free && lesson.tier !== 'premium' && !isBegun(lesson) ? (
                  <Badge>{t('free')}</Badge>
                ) : (
                  format.duration(lessonMinutes(lesson) * 60_000)
                )}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <div className="xl:hidden">
        {current && (
          <Row to={lessonAddress(course.slug, current.slug)}>
            <LessonMark lesson={current} number={course.lessons.indexOf(current) + 1} />
            <span className="min-w-0 flex-1 truncate">{texts(current).title}</span>
            <span className="text-13 text-muted">{format.duration(lessonMinutes(current) * 60_000)}</span>
          </Row>
        )}
        {!current && !course.lessons.every(isDone) && (
          <Row to={courseAddress(course.slug)}>
            <LockMark />
            <span className="flex-1">{t('course.see')}</span>
          </Row>
        )}
      </div>
      <Link
        to={`${courseAddress(course.slug)}#signaux`}
        className="mt-auto grid gap-2 border-t border-line px-4 pt-3 pb-3.5 md:px-5"
      >
        <SignalSummary strip={course.strip} />
        {course.strip.length > 0 && <SignalStrip strip={course.strip} scale={scale} />}
      </Link>
    </Card>
  )
}

const Row = ({ to, children }: { to: string; children: React.ReactNode }) => (
  <Link to={to} className="flex min-h-12 items-center gap-3 border-t border-line px-4 md:px-5">
    {children}
    <ChevronRight size={16} strokeWidth={1.75} className="ml-auto shrink-0 text-muted" aria-hidden />
  </Link>
)
