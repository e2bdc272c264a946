import { useEffect, useRef } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { lessonAddress } from '../addresses.ts'
import {
  type Course,
  currentLesson,
  currentPart,
  type Lesson,
  type LessonPart,
  lessonMinutes,
  PARTS,
  partOf,
  partsOf,
} from '../course.ts'
import { LessonMark, LockMark } from '../lesson-mark.tsx'
import { PartIcon } from '../part-icon.tsx'
import { useBestQuizzes } from '../use-best-quizzes.ts'
import { useTexts } from '../use-courses.ts'
import { useNear } from '../use-near.ts'

/** The lessons by module. Parts have fixed slots, so that they line up; only the lesson to go on with is open. */
export function Programme({ course, modules }: { course: Course; modules: readonly string[] }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const place = useRef<HTMLDivElement>(null)
  useRowKeys(place)
  const current = currentLesson(course)
  return (
    <section className="mt-7" aria-labelledby="programme">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="programme" className="text-16 font-semibold">
          {t('programme')}
        </h2>
        <p aria-hidden className="hidden flex-wrap gap-4 text-13 text-muted md:flex">
          {PARTS.map((part) => (
            <span key={part} className="inline-flex items-center gap-1.5">
              <PartIcon part={part} size={14} />
              {t(`part.${part}`)}
            </span>
          ))}
        </p>
      </div>
      <Card className="overflow-hidden">
        <div ref={place}>
          {course.fields.modules.map((module, index) => {
            const lessons = course.lessons.filter((lesson) => lesson.module === module)
            if (lessons.length === 0) return null
            const minutes = lessons.reduce((sum, lesson) => sum + lessonMinutes(lesson), 0)
            return (
              <div key={module} className="[&+&]:border-t [&+&]:border-line">
                <h3 className="flex gap-2 border-b border-line bg-well px-4 py-2.5 text-13 font-normal text-muted md:px-5">
                  <b className="text-text">{t('module', { number: index + 1 })}</b>
                  {modules[index]}
                  <span className="ml-auto">{format.duration(minutes * 60_000)}</span>
                </h3>
                <ol className="divide-y divide-line">
                  {lessons.map((lesson) => (
                    <Row key={lesson.item} course={course} lesson={lesson} current={lesson === current} />
                  ))}
                </ol>
              </div>
            )
          })}
        </div>
      </Card>
    </section>
  )
}

type RowProps = { course: Course; lesson: Lesson; current: boolean }

function Row({ course, lesson, current }: RowProps) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  const quiz = useBestQuizzes().get(lesson.item)
  const near = useNear(course.slug)
  const parts = partsOf(lesson)
  return (
    <li className={current ? 'bg-raised' : undefined}>
      <Link
        data-row
        to={lessonAddress(course.slug, lesson.slug)}
        {...near(lesson)}
        className="grid min-h-11 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors hover:bg-raised md:grid-cols-[1.25rem_minmax(0,1fr)_8.25rem_5rem_4rem] md:px-5 md:py-0"
      >
        <span className="grid place-items-center">
          <LessonMark lesson={lesson} number={course.lessons.indexOf(lesson) + 1} />
        </span>
        <span className="min-w-0">
          <span
            className={classNames(
              'block',
              current && 'font-semibold',
              lesson.locked !== null && 'text-muted',
            )}
          >
            {texts(lesson).title}
            {lesson.updated_since_read && (
              <Badge tone="info" className="ml-2">
                {t('lesson.changed')}
              </Badge>
            )}
          </span>
          <span className="block text-13 text-muted md:hidden">
            {[
              format.duration(lessonMinutes(lesson) * 60_000),
              quiz ? t('lesson.quiz', { score: quiz.score, total: quiz.total }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className="hidden grid-cols-[repeat(5,1rem)] gap-3 text-muted md:grid">
          {PARTS.map((part) => (
            <span key={part}>{parts.includes(part) && <PartIcon part={part} />}</span>
          ))}
          <span className="sr-only">{parts.map((part) => t(`part.${part}`)).join(', ')}</span>
        </span>
        <span className="hidden text-right text-13 whitespace-nowrap text-muted md:block">
          {quiz ? t('lesson.score', { score: quiz.score, total: quiz.total }) : format.dash}
        </span>
        <span className="grid justify-items-end text-right text-13 whitespace-nowrap text-muted">
          {lesson.locked !== null ? (
            <LockMark />
          ) : (
            <span className="max-md:hidden">{format.duration(lessonMinutes(lesson) * 60_000)}</span>
          )}
        </span>
      </Link>
      {current && <Parts course={course} lesson={lesson} />}
    </li>
  )
}

function Parts({ course, lesson }: { course: Course; lesson: Lesson }) {
  const { t } = useTranslation('courses')
  const now = currentPart(lesson)
  return (
    <ul className="pr-4 pb-2 pl-10 md:pr-5 md:pl-13">
      {partsOf(lesson).map((part) => {
        const one = partOf(lesson, part)
        return (
          <li key={part}>
            <Link
              data-row
              to={lessonAddress(course.slug, lesson.slug, part)}
              className={classNames(
                'flex min-h-9 items-center gap-3 rounded-inner px-3 text-13 -outline-offset-2',
                part === now ? 'bg-surface ring-1 ring-line-strong ring-inset' : 'hover:bg-surface/60',
              )}
            >
              <PartIcon part={part} className={part === now ? 'text-lamp-text' : 'text-muted'} />
              {t(`part.${part}`)}
              <span className={classNames('ml-auto', part === now ? 'font-semibold' : 'text-muted')}>
                {one && stateOfPart(one, t)}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

type T = ReturnType<typeof useTranslation<'courses'>>['t']

/** Where the reader is in a part, in a few words. */
function stateOfPart({ part, done_at, place, of, missing }: LessonPart, t: T): string {
  if (done_at !== null) return t(part === 'article' ? 'state.read' : 'state.done')
  if (missing?.needs === 'right' && missing.best !== null)
    return t('lesson.score', { score: missing.best, total: missing.of })
  return (part === 'slides' || part === 'exercise') && of > 0 ? t('state.of', { place, of }) : ''
}

/** `j` and `k` move between the rows; Enter opens one, because each is a link. */
function useRowKeys(place: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element | null
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (target?.closest?.('input, textarea, select, [contenteditable], [role="dialog"]')) return
      if (event.key !== 'j' && event.key !== 'k') return
      const rows = [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      const next = event.key === 'j' ? Math.min(rows.length - 1, at + 1) : Math.max(0, at - 1)
      rows[next]?.focus()
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [place])
}
