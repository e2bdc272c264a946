import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { textsIn } from '#lib/content/published-content.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { Ring } from '#ui/figure/ring.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { lessonAddress } from '../addresses.ts'
import {
  type Course,
  courseMinutes,
  courseShare,
  currentLesson,
  currentPart,
  isBegun,
  linesOf,
  minutesLeft,
  partOf,
} from '../course.ts'
import { courseQuery } from '../queries.ts'
import { useCourses } from '../use-courses.ts'
import { useLessonAhead, useNear } from '../use-near.ts'
import { usePlaceName } from '../use-place-name.ts'
import { useTextsAhead } from '../use-texts-ahead.ts'
import { Abilities } from './abilities.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CourseReviews } from './course-reviews.tsx'
import { CourseSignals } from './course-signals.tsx'
import { Prerequisites } from './prerequisites.tsx'
import { Programme } from './programme.tsx'

/** One course: what it enables, with proof; its programme; and what became of it in signals. */
export default function CoursePage({ slug }: { slug: string }) {
  const { t } = useTranslation('courses')
  const { data: courses, isLoadingError, refetch } = useCourses()
  const course = courses?.find((one) => one.slug === slug)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!courses) return <Skeleton className="h-96 w-full" />
  if (!course)
    return (
      <>
        <Breadcrumbs
          items={[{ title: t('title'), to: '/formations' }, { title: t('gone.course') }]}
          className="mb-4"
        />
        <PageTitle>{t('gone.course')}</PageTitle>
        <p className="mt-2 text-muted">{t('gone.course-text')}</p>
      </>
    )
  return <Shown course={course} courses={courses} />
}

function Shown({ course, courses }: { course: Course; courses: readonly Course[] }) {
  const { t, i18n } = useTranslation('courses')
  const format = useFormat()
  const placeName = usePlaceName()
  const { data } = useQuery(courseQuery(course.slug))
  const { texts, inFrench } = textsIn(data?.texts ?? course.texts, i18n.language)
  const current = currentLesson(course)
  useLessonAhead(course.slug, current)
  useTextsAhead(course.lessons)
  const near = useNear(course.slug)
  const part = current ? currentPart(current) : null
  const place = current && part ? partOf(current, part)?.place || undefined : undefined
  const open = course.lessons.filter(({ locked }) => locked === null)
  const lapsed = course.lessons.some((lesson) => lesson.locked === 'premium' && isBegun(lesson))
  const action = current && part && (
    <Button asChild variant="primary" size="lg" className="max-md:w-full">
      <Link {...near(current)} to={lessonAddress(course.slug, current.slug, part, placed(part, place))}>
        <Play size={16} strokeWidth={1.75} aria-hidden />
        {t(isBegun(current) ? 'course.resume' : 'course.begin', {
          number: course.lessons.indexOf(current) + 1,
        })}
      </Link>
    </Button>
  )
  return (
    <div className="grid gap-x-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <Breadcrumbs
          items={[{ title: t('title'), to: '/formations' }, { title: t(`level.${course.fields.level}`) }]}
          className="mb-2"
        />
        <header
          lang={inFrench ? 'fr' : undefined}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3"
        >
          <div className="min-w-0">
            <PageTitle className="text-28! text-balance">{texts.title}</PageTitle>
            <p className="mt-2 hidden max-w-120 text-16 text-pretty text-muted md:block">{texts.summary}</p>
            <p className="mt-3 text-13 text-muted">
              {[
                t('lessons', { count: course.lessons.length }),
                format.duration(courseMinutes(course) * 60_000),
                course.fields.author,
                t('course.updated', { date: format.date(course.updated_at) }),
              ].join(' · ')}
            </p>
          </div>
          <div className="flex items-center gap-4">
            <Ring size="xl" label={t('course.progress')} share={courseShare(course)} />
            <div className="hidden md:block">
              {action}
              {current && part && isBegun(current) && (
                <p className="mt-2 text-center text-13 text-muted">
                  {placeName(part, place ?? 0)} ·{' '}
                  {t('left', { time: format.duration(minutesLeft(open) * 60_000) })}
                </p>
              )}
            </div>
          </div>
          <p className="col-span-2 text-16 text-pretty text-muted md:hidden">{texts.summary}</p>
        </header>
        {inFrench && (
          <div className="mt-4">
            <FrenchNotice />
          </div>
        )}
        {lapsed && (
          <div className="mt-4">
            <Notice>
              {t('lapsed')}{' '}
              <Link to="/abonnements" className="underline underline-offset-3">
                {t('premium.offer')}
              </Link>
            </Notice>
          </div>
        )}
        <Abilities course={course} abilities={linesOf(texts.abilities)} />
        <Programme course={course} modules={linesOf(texts.modules)} />
        <CourseReviews course={course} />
      </div>
      <aside className="mt-8 grid min-w-0 content-start gap-8 xl:mt-2 xl:border-l xl:border-line xl:pl-8">
        <CourseSignals course={course} />
        <CertificateCard course={course} />
        <Prerequisites course={course} courses={courses} />
      </aside>
      {action && (
        <div className="sticky bottom-tabs z-10 -mx-4 mt-6 border-t border-line bg-bg px-4 py-3 md:hidden">
          {action}
        </div>
      )}
    </div>
  )
}

/** Only slides and videos are left at a place that an address can name. */
const placed = (part: string, place: number | undefined): number | undefined =>
  part === 'slides' || part === 'video' ? place : undefined
