import { useId } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Ring } from '#ui/figure/ring.tsx'
import { courseAddress, lessonAddress } from '../addresses.ts'
import {
  type Course,
  courseShare,
  currentPart,
  isBegun,
  isDone,
  type Lesson,
  lessonMinutes,
  minutesLeft,
  partOf,
} from '../course.ts'
import { LessonMark, LockMark } from '../lesson-mark.tsx'
import { useTexts } from '../use-courses.ts'
import { useNear } from '../use-near.ts'
import { usePlaceName } from '../use-place-name.ts'
import { useLastSignals } from '../use-signals.ts'

/** The course beside one of its lessons. */
export function LessonSide({ course, lesson: current }: { course: Course; lesson: Lesson }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  const placeName = usePlaceName()
  const last = useLastSignals(course)
  const near = useNear(course.slug)
  // Another lesson may be in the page, out of sight.
  const signalsId = useId()
  const [won, lost] = [last.won[0], last.lost[0]]
  return (
    <aside aria-label={texts(course).title} className="border-t border-line lg:border-t-0 lg:border-l">
      <Link
        to={courseAddress(course.slug)}
        className="flex items-center gap-3 border-b border-line px-5 py-4 hover:bg-raised/40"
      >
        <Ring size="md" label={t('course.progress')} share={courseShare(course)} />
        <span className="min-w-0">
          <b className="block truncate">{texts(course).title}</b>
          <span className="text-13 text-muted">
            {format.percent(courseShare(course))} ·{' '}
            {t('left', { time: format.duration(minutesLeft(course.lessons) * 60_000) })}
          </span>
        </span>
      </Link>
      <ol className="border-b border-line p-2">
        {course.lessons.map((lesson, index) => {
          const part = currentPart(lesson)
          const progress = partOf(lesson, part)
          return (
            <li key={lesson.item}>
              <Link
                {...(lesson === current ? {} : near(lesson))}
                to={lessonAddress(course.slug, lesson.slug)}
                aria-current={lesson === current ? 'page' : undefined}
                className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-3 rounded-control px-3 py-2.5 hover:bg-raised aria-[current]:bg-raised"
              >
                <span className="grid h-5 place-items-center">
                  <LessonMark lesson={lesson} number={index + 1} />
                </span>
                <span className="min-w-0">
                  <span
                    className={classNames(
                      'block',
                      lesson === current && 'font-semibold',
                      lesson.locked !== null && 'text-muted',
                    )}
                  >
                    {texts(lesson).title}
                  </span>
                  <span className="block text-13 text-muted">
                    {format.duration(lessonMinutes(lesson) * 60_000)}
                    {isBegun(lesson) && !isDone(lesson) && ` · ${placeName(part, progress?.place ?? 0)}`}
                  </span>
                </span>
                {lesson.locked !== null && (
                  <span className="grid h-5 place-items-center">
                    <LockMark />
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ol>
      {won && lost && (
        <section className="px-5 py-5" aria-labelledby={signalsId}>
          <h2 id={signalsId} className="text-14 font-semibold">
            {t('signals.title')}
          </h2>
          <p className="mt-1 mb-3 text-13 text-pretty text-muted">{t('signals.two')}</p>
          <ul className="grid gap-2">
            {[won, lost].map((signal) => (
              <li key={signal.id}>
                <Link
                  to={`/signaux?signal=${signal.id}`}
                  className="flex min-h-10 items-center justify-between rounded-control border border-line px-3 hover:bg-raised/40"
                >
                  {signal.instrument}
                  <b className={`tabular ${signal === won ? 'text-gain' : 'text-loss'}`}>
                    {format.r(signal.realised_r)}
                  </b>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}
