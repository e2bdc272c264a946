import { Lock } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { courseAddress, lessonAddress } from '../addresses.ts'
import { type Course, isBegun, type Lesson, lessonMinutes, partsOf } from '../course.ts'
import { useCourses, useTexts } from '../use-courses.ts'

/** A lesson that cannot be opened: what it holds, what opens it, and that nothing done of it is lost. */
export function LessonLocked({ course, lesson }: { course: Course; lesson: Lesson }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  const premium = lesson.locked === 'premium'
  const names = partsOf(lesson).map((part) => t(`part.${part}`).toLowerCase())
  return (
    <div className="mt-4 max-w-160">
      <EmptyState
        icon={<Lock size={20} strokeWidth={1.75} aria-hidden />}
        title={t(premium ? 'premium.lesson' : 'closed.title')}
        action={
          premium && (
            <Button asChild variant="primary">
              <Link to="/abonnements">{t('premium.offer')}</Link>
            </Button>
          )
        }
      >
        <p>{texts(lesson).summary}</p>
        <p className="mt-2">
          {format.duration(lessonMinutes(lesson) * 60_000)} · {names.join(', ')}
        </p>
        {lesson.locked === 'order' && <WaitsFor course={course} lesson={lesson} />}
        {lesson.locked === 'date' && (
          <p className="mt-2">{t('closed.date', { date: format.dateTime(lesson.opens_at) })}</p>
        )}
        {isBegun(lesson) && premium && <p className="mt-2">{t('lapsed')}</p>}
      </EmptyState>
    </div>
  )
}

function WaitsFor({ course, lesson: { waits_for } }: { course: Course; lesson: Lesson }) {
  const { t } = useTranslation('courses')
  const texts = useTexts()
  const { data: courses } = useCourses()
  if (!waits_for) return null
  const { kind, slug } = waits_for
  const found = (kind === 'course' ? courses : course.lessons)?.find((one) => one.slug === slug)
  return (
    <p className="mt-2">
      {t('closed.order')}{' '}
      <Link
        to={kind === 'course' ? courseAddress(slug) : lessonAddress(course.slug, slug)}
        className="text-text underline decoration-line-strong underline-offset-3"
      >
        {found ? texts(found).title : slug}
      </Link>
    </p>
  )
}
