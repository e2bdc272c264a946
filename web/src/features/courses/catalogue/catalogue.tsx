import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, NotebookPen } from 'lucide-react'
import { useCallback } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import {
  type Course,
  courseShare,
  isBegun,
  isDone,
  LEVELS,
  type Lesson,
  partOf,
  type Resume,
  resumeOf,
} from '../course.ts'
import { bookmarksQuery, lessonQuery, notesQuery } from '../queries.ts'
import { useCourses } from '../use-courses.ts'
import { useLessonAhead } from '../use-near.ts'
import { CatalogueField, CatalogueResults } from './catalogue-search.tsx'
import { CourseCard } from './course-card.tsx'
import { CourseSkeleton } from './course-skeleton.tsx'
import { EmptyLevel } from './empty-level.tsx'
import { KeptList } from './kept-list.tsx'
import { LevelHeading, type LevelState } from './level-heading.tsx'
import { PremiumBar } from './premium-bar.tsx'
import { ResumeCard } from './resume-card.tsx'
import { ReviewCard } from './review-card.tsx'

const FILTERS = ['libres', 'exercice'] as const
const LISTS = ['signets', 'notes'] as const
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** All courses by level, and where their reader stopped. */
export default function Catalogue() {
  const { t } = useTranslation('courses')
  const [search, setSearch] = useSearchParams()
  const { data: courses, isLoadingError, refetch } = useCourses()
  const query = search.get('q') ?? ''
  const list = oneOf(LISTS, search.get('liste'))
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setSearch((current) => withParameters(current, changes), { replace: true }),
    [setSearch],
  )
  const ask = useCallback((words: string) => change({ q: words.trim() || null }), [change])
  return (
    <>
      <header className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-3xl min-w-0">
          <HelpTitle article="formations-et-diapositives">{t('title')}</HelpTitle>
          <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
        </div>
        <CatalogueField value={query} onChange={ask} />
      </header>
      <nav
        aria-label={t('learn.label')}
        className="mb-4 grid grid-cols-3 gap-1 rounded-control bg-raised p-1 md:hidden"
      >
        {(['courses', 'daily', 'next'] as const).map((place) => (
          <Link
            key={place}
            to={LEARN[place]}
            aria-current={place === 'courses' ? 'page' : undefined}
            className="grid min-h-9 place-items-center rounded-inner px-1 text-center text-13 font-medium text-muted aria-[current]:border aria-[current]:border-line-strong aria-[current]:bg-surface aria-[current]:text-text"
          >
            {t(`learn.${place}`)}
          </Link>
        ))}
      </nav>
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !courses ? (
        <CourseSkeleton />
      ) : query !== '' ? (
        <CatalogueResults courses={courses} query={query} onClear={() => ask('')} />
      ) : list ? (
        <KeptList courses={courses} list={list} onClose={() => change({ liste: null })} />
      ) : (
        <Courses courses={courses} search={search} change={change} />
      )}
    </>
  )
}

const LEARN = {
  courses: '/formations',
  daily: '/test-journalier',
  next: '/test-journalier?onglet=suite',
} as const

type CoursesProps = {
  courses: readonly Course[]
  search: URLSearchParams
  change: (changes: Readonly<Record<string, string | null>>) => void
}

function Courses({ courses, search, change }: CoursesProps) {
  const { t } = useTranslation('courses')
  const client = useQueryClient()
  const offline = useCut() !== null
  const { data: notes } = useQuery(notesQuery)
  const { data: bookmarks } = useQuery(bookmarksQuery)
  const level = oneOf(LEVELS, search.get('niveau'))
  const filter = oneOf(FILTERS, search.get('filtre'))
  const resume = resumeOf(courses)
  useLessonAhead(resume?.course.slug ?? '', resume?.lesson ?? null, () => import('../course/course-page.tsx'))
  const passes = (lesson: Lesson) =>
    filter === null || (filter === 'libres' ? lesson.tier !== 'premium' : partOf(lesson, 'exercise') !== null)
  const isHere = (lesson: Lesson) =>
    !offline || client.getQueryData(lessonQuery(lesson.slug).queryKey) !== undefined
  const all = courses.flatMap(({ lessons }) => lessons)
  const scale = Math.max(0, ...courses.map(({ strip }) => strip.length))
  const shown = LEVELS.filter((one) => level === null || one === level)
  return (
    <>
      <div className="flex flex-col gap-3 md:gap-4 xl:flex-row">
        {resume && <ResumeCard resume={resume} />}
        <ReviewCard />
      </div>
      <div className="-mx-4 mt-4 flex items-center gap-2 overflow-x-auto px-4 pb-1 md:mx-0 md:flex-wrap md:px-0">
        <Chip selected={level === null} count={courses.length} onClick={() => change({ niveau: null })}>
          {t('level.all')}
        </Chip>
        {LEVELS.map((one) => (
          <Chip
            key={one}
            selected={level === one}
            count={courses.filter(({ fields }) => fields.level === one).length}
            onClick={() => change({ niveau: level === one ? null : one })}
          >
            {t(`level.${one}`)}
          </Chip>
        ))}
        <span aria-hidden className="h-5 w-px shrink-0 bg-line-strong" />
        <Chip
          selected={filter === 'libres'}
          count={all.filter(({ tier }) => tier !== 'premium').length}
          onClick={() => change({ filtre: filter === 'libres' ? null : 'libres' })}
        >
          {t('filter.free')}
        </Chip>
        <Chip
          selected={filter === 'exercice'}
          count={all.filter((lesson) => partOf(lesson, 'exercise')).length}
          onClick={() => change({ filtre: filter === 'exercice' ? null : 'exercice' })}
        >
          {t('filter.exercise')}
        </Chip>
        <span className="ml-auto flex shrink-0">
          <Button variant="ghost" icon={<Bookmark {...icon} />} onClick={() => change({ liste: 'signets' })}>
            {t('kept.bookmarks')} <span className="text-faint tabular">{bookmarks?.length ?? ''}</span>
          </Button>
          <Button variant="ghost" icon={<NotebookPen {...icon} />} onClick={() => change({ liste: 'notes' })}>
            {t('kept.notes')} <span className="text-faint tabular">{notes?.length ?? ''}</span>
          </Button>
        </span>
      </div>
      <div className="mt-5 flex flex-col gap-6 xl:flex-row">
        {shown.map((one, index) => {
          const own = courses.filter(({ fields }) => fields.level === one)
          return (
            <section
              key={one}
              style={{ flexGrow: own.length }}
              className={own.length > 0 ? 'min-w-0 basis-0' : 'xl:w-50 xl:shrink-0'}
            >
              <LevelHeading level={one} state={stateOf(own, resume)} last={index === shown.length - 1} />
              {own.length > 0 ? (
                <div className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))]">
                  {own.map((course) => {
                    const lessons = course.lessons.filter(passes)
                    return (
                      <CourseCard
                        key={course.item}
                        course={course}
                        lessons={lessons}
                        scale={scale}
                        isHere={isHere}
                      />
                    )
                  })}
                </div>
              ) : (
                <EmptyLevel level={one} />
              )}
            </section>
          )
        })}
      </div>
      <PremiumBar courses={courses} />
    </>
  )
}

function stateOf(courses: readonly Course[], resume: Resume | null): LevelState {
  if (resume && courses.includes(resume.course)) return 'now'
  if (courses.length > 0 && courses.every((course) => course.lessons.every(isDone))) return 'done'
  return courses.some((course) => courseShare(course) > 0 || course.lessons.some(isBegun))
    ? 'half'
    : 'to-come'
}
