import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { textsIn } from '#lib/content/published-content.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { AfterPaint } from '#ui/after-paint.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { Tabs } from '#ui/figure/tabs.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { courseAddress, lessonAddress, partNamed, placeIn } from '../addresses.ts'
import { type Course, currentPart, type Lesson, type Part, partOf, partsOf } from '../course.ts'
import { LESSON_PARTS } from '../lesson-parts.ts'
import { coursesQuery, lessonQuery } from '../queries.ts'
import { useCourses, useTexts } from '../use-courses.ts'
import { useProgress } from '../use-progress.ts'
import { Completion } from './completion.tsx'
import { LessonArticle } from './lesson-article.tsx'
import { LessonLocked } from './lesson-locked.tsx'
import { LessonNotes } from './lesson-notes.tsx'
import { LessonSide } from './lesson-side.tsx'
import { LessonSources } from './lesson-sources.tsx'
import { LessonSlides } from './slides-ahead.ts'
import { useSlidesAhead } from './use-slides-ahead.ts'

// Fetched with the first lesson that has one.
const LessonVideo = lazyPart(() => import('./lesson-video.tsx'))

/** One lesson: its parts as tabs, what is missing of it, notes, and the course beside it. */
export default function LessonPage({ course: courseSlug, slug }: { course: string; slug: string }) {
  const { t } = useTranslation('courses')
  const { data: courses, isLoadingError, refetch } = useCourses()
  const course = courses?.find((one) => one.slug === courseSlug)
  const lesson = course?.lessons.find((one) => one.slug === slug)
  // Asked for together with the course, so that neither waits for the other.
  useQuery(lessonQuery(slug))
  if (isLoadingError) return <ErrorState className="m-6" onRetry={() => void refetch()} />
  if (!courses) return <LessonSkeleton />
  if (!course || !lesson)
    return (
      <div className="px-4 pt-5 md:px-6">
        <Breadcrumbs
          items={[{ title: t('title'), to: '/formations' }, { title: t('gone.lesson') }]}
          className="mb-4"
        />
        <PageTitle>{t('gone.lesson')}</PageTitle>
        <p className="mt-2 text-muted">{t('gone.lesson-text')}</p>
      </div>
    )
  return <Shown course={course} lesson={lesson} />
}

function Shown({ course, lesson }: { course: Course; lesson: Lesson }) {
  const { t, i18n } = useTranslation('courses')
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const textsOf = useTexts()
  const keep = useProgress()
  const { data, isLoadingError, refetch } = useQuery(lessonQuery(lesson.slug))
  const { refetch: readCourses } = useQuery(coursesQuery)
  const named = partNamed(search.get('partie'))
  const parts = partsOf(lesson).filter(
    (part) => part in LESSON_PARTS || !(part === 'exercise' || part === 'quiz'),
  )
  const part =
    named && parts.includes(named) ? named : (parts.find((one) => one === currentPart(lesson)) ?? parts[0])
  const stored = part ? partOf(lesson, part)?.place : undefined
  const place = placeIn(hash) ?? (stored || null)
  const notes = search.get('vue') === 'notes' ? search.get('fenetre') : null
  const number = course.lessons.indexOf(lesson) + 1
  const { texts, inFrench } = textsIn(data?.texts ?? lesson.texts, i18n.language)
  const language = inFrench ? 'fr' : undefined
  // The address says where the reader is, so that a reload or a copied address leads there.
  const open = (next: Part, at?: number) =>
    navigate(lessonAddress(course.slug, lesson.slug, next, at), { replace: next === part })
  useEffect(
    () => () => {
      void readCourses()
    },
    [readCourses],
  )

  const ready = data?.texts
  useSlidesAhead(lesson, ready !== undefined && (part === 'article' || part === 'video'))
  const content = (shown: Part): ReactNode => {
    if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
    if (!ready) return <Skeleton className="h-96 w-full" />
    const own = { course: course.slug, lesson: lesson.slug, onDone: () => void readCourses() }
    const beside = (at: number) => (
      <AfterPaint>
        <LessonNotes lesson={lesson.item} part={shown} place={at} />
      </AfterPaint>
    )
    if (shown === 'slides')
      return (
        <LessonSlides
          course={course}
          lesson={lesson}
          deck={texts.deck ?? ''}
          title={texts.title ?? ''}
          language={language}
          place={place ?? 1}
          notesChannel={notes}
          onPlace={(at, of) => keep({ lesson: lesson.item, part: 'slides', place: at, of, seconds: 0 })}
          onStay={(at) => `#${at}` !== hash && open('slides', at)}
          beside={beside(place ?? 1)}
        />
      )
    if (shown === 'video')
      return (
        <LessonVideo
          video={data.fields?.video}
          captions={texts.captions ?? ''}
          language={language ?? i18n.language}
          title={texts.title ?? ''}
          start={place ?? 0}
          onWatched={(at, of, seconds) =>
            keep({ lesson: lesson.item, part: 'video', place: at, of, seconds })
          }
          beside={beside}
        />
      )
    if (shown === 'article')
      return (
        <LessonArticle
          key={lesson.item}
          lesson={lesson}
          text={texts.article ?? ''}
          language={language}
          onRead={(at) => keep({ lesson: lesson.item, part: 'article', place: at, of: 100, seconds: 0 })}
          beside={beside(0)}
        />
      )
    const Part = LESSON_PARTS[shown]
    return Part ? <Part {...own} /> : null
  }
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
      <div className="min-w-0 px-4 pt-5 pb-10 md:px-6">
        <Breadcrumbs
          items={[
            { title: t('title'), to: '/formations' },
            { title: textsOf(course).title ?? '', to: courseAddress(course.slug) },
            { title: t('lesson.place', { number, of: course.lessons.length }) },
          ]}
          className="mb-1"
        />
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3" lang={language}>
          <PageTitle className="min-w-0 text-balance">{texts.title}</PageTitle>
          {lesson.locked === null && part && <Completion lesson={lesson} part={part} place={place ?? 0} />}
        </div>
        {lesson.locked !== null ? (
          <LessonLocked course={course} lesson={lesson} />
        ) : (
          <>
            {inFrench && (
              <div className="mt-4">
                <FrenchNotice />
              </div>
            )}
            {lesson.updated_since_read && (
              <p className="mt-2 text-13 text-info">{t('lesson.changed-long')}</p>
            )}
            {part && (
              <div className="mt-3">
                <Tabs
                  label={t('lesson.parts')}
                  value={part}
                  onChange={(next) => open(next as Part)}
                  tabs={parts.map((one) => ({
                    value: one,
                    label: t(`part.${one}`),
                    content: one === part && (
                      <Suspense fallback={<Skeleton className="h-96 w-full" />}>{content(one)}</Suspense>
                    ),
                  }))}
                />
              </div>
            )}
            <AfterPaint>
              <LessonSources fields={data?.fields ?? null} />
            </AfterPaint>
          </>
        )}
      </div>
      <AfterPaint>
        <LessonSide course={course} lesson={lesson} />
      </AfterPaint>
    </div>
  )
}

function LessonSkeleton() {
  return (
    <div aria-hidden className="grid animate-wait gap-4 px-4 pt-8 md:px-6">
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-7 w-80 max-w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
