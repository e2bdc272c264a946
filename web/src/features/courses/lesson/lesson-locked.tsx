import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { textsIn } from '#lib/content/published-content.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { courseAddress, lessonAddress } from '../addresses.ts'
import { type Course, isBegun, type Lesson, lessonMinutes, partsOf } from '../course.ts'
import { type Opening, openingQuery } from '../queries.ts'
import { useCourses, useTexts } from '../use-courses.ts'

// Reads the slide itself, with the viewer's parser.
const LessonOpening = lazyPart(() => import('./lesson-opening.tsx'))

/** A lesson that cannot be opened: its first screen or what it holds, what opens it, and that nothing done of it is lost. */
export function LessonLocked({ course, lesson }: { course: Course; lesson: Lesson }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const texts = useTexts()
  const premium = lesson.locked === 'premium'
  const { data: opening, isPending } = useQuery({ ...openingQuery(lesson.slug), enabled: premium })
  if (premium && isPending) return <Skeleton className="mt-4 h-96 w-full" />
  if (opening) return <FirstScreen lesson={lesson} opening={opening} />
  return (
    <div className="mt-4 max-w-160">
      <EmptyState
        icon={<Lock size={20} strokeWidth={1.75} aria-hidden />}
        title={t(premium ? 'premium.lesson' : 'closed.title')}
        action={premium && <Offer />}
      >
        <p className="mb-2">{texts(lesson).summary}</p>
        <Holds lesson={lesson} />
        {lesson.locked === 'order' && <WaitsFor course={course} lesson={lesson} />}
        {lesson.locked === 'date' && (
          <p className="mt-2">{t('closed.date', { date: format.dateTime(lesson.opens_at) })}</p>
        )}
        {isBegun(lesson) && premium && <p className="mt-2">{t('lapsed')}</p>}
      </EmptyState>
    </div>
  )
}

function FirstScreen({ lesson, opening }: { lesson: Lesson; opening: Opening }) {
  const { t, i18n } = useTranslation('courses')
  const texts = useTexts()
  const { texts: words, inFrench } = textsIn(opening.texts, i18n.language)
  return (
    <>
      <p className="mt-1 max-w-160 text-pretty text-muted">{texts(lesson).summary}</p>
      {inFrench && (
        <div className="mt-4">
          <FrenchNotice />
        </div>
      )}
      <section
        aria-label={t('premium.first-screen')}
        className="mt-4 overflow-clip rounded-card border border-line bg-surface"
      >
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <LessonOpening
            part={opening.part}
            text={words.opening ?? ''}
            language={inFrench ? 'fr' : undefined}
          />
        </Suspense>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line p-4 md:px-5">
          <div className="flex min-w-0 flex-1 basis-64 gap-3">
            <Lock size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" aria-hidden />
            <div className="min-w-0">
              <p className="font-semibold">{t('premium.rest')}</p>
              <div className="text-13 text-pretty text-muted">
                <Holds lesson={lesson} />
                {isBegun(lesson) && <p>{t('lapsed')}</p>}
              </div>
            </div>
          </div>
          <Offer />
        </div>
      </section>
    </>
  )
}

function Holds({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const names = partsOf(lesson).map((part) => t(`part.${part}`).toLowerCase())
  return (
    <p>
      {format.duration(lessonMinutes(lesson) * 60_000)} · {names.join(', ')}
    </p>
  )
}

function Offer() {
  const { t } = useTranslation('courses')
  return (
    <Button asChild variant="primary">
      <Link to="/abonnements">{t('premium.offer')}</Link>
    </Button>
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
