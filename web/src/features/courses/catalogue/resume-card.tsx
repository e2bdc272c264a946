import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { textsIn } from '#lib/content/published-content.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { readDrawing } from '#parts/drawn-chart/drawing.ts'
import { DrawnChart } from '#parts/drawn-chart/drawn-chart.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { lessonAddress } from '../addresses.ts'
import { lessonShare, minutesLeft, partOf, type Resume } from '../course.ts'
import { lessonQuery } from '../queries.ts'
import { useTexts } from '../use-courses.ts'
import { useNear } from '../use-near.ts'

// Reads the slide itself, with the viewer's parser.
const ResumeSlide = lazyPart(() => import('./resume-slide.tsx'))

/** Where the reader stopped, with the very slide. */
export function ResumeCard({ resume }: { resume: Resume }) {
  const { t, i18n } = useTranslation('courses')
  const format = useFormat()
  const now = useNow()
  const texts = useTexts()
  const { course, lesson, part, at } = resume
  const near = useNear(course.slug)
  const progress = partOf(lesson, part)
  const { data } = useQuery({ ...lessonQuery(lesson.slug), enabled: part === 'slides' && at !== null })
  const deck = part === 'slides' && data?.texts ? textsIn(data.texts, i18n.language).texts.deck : undefined
  const place = part === 'slides' || part === 'video' ? progress?.place || undefined : undefined
  const { engraving } = course.fields
  const drawing = engraving ? readDrawing(engraving.kind, engraving) : null
  const share = lessonShare(lesson)
  const number = course.lessons.indexOf(lesson) + 1
  return (
    <Card className="grid min-w-0 flex-1 overflow-hidden lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div
        aria-hidden
        className="hidden min-h-45 content-center border-r border-line bg-well px-5 py-4 lg:grid"
      >
        <Suspense fallback={null}>
          {deck ? (
            <ResumeSlide deck={deck} place={place ?? 1} />
          ) : (
            drawing && (
              <div className="h-22">
                <DrawnChart drawing={drawing} bare />
              </div>
            )
          )}
        </Suspense>
      </div>
      <div className="grid content-between gap-4 p-4 md:p-5">
        <div>
          <p className="text-13 text-muted">
            {texts(course).title} · {t('lesson.number', { number, of: course.lessons.length })}
          </p>
          <h2 className="mt-0.5 text-20 font-semibold tracking-title text-balance">{texts(lesson).title}</h2>
          <p className="mt-0.5 text-pretty text-muted">
            {at === null
              ? texts(lesson).summary
              : part === 'slides' && progress
                ? t('resume.slide', {
                    place: progress.place,
                    of: progress.of,
                    when: format.atMoment(at, now),
                  })
                : part === 'article' && progress && progress.place > 0 && progress.place < 100
                  ? t('resume.article', {
                      read: format.percent(progress.place / 100, 0),
                      when: format.atMoment(at, now),
                    })
                  : t('resume.part', { part: t(`part.${part}`), when: format.atMoment(at, now) })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button asChild variant="primary" className="max-sm:order-last max-sm:h-11! max-sm:w-full">
            <Link {...near(lesson)} to={lessonAddress(course.slug, lesson.slug, part, place)}>
              <Play size={16} strokeWidth={1.75} aria-hidden />
              {t(at === null ? 'resume.begin' : 'resume.go')}
            </Link>
          </Button>
          <span
            aria-hidden
            className="h-1 max-w-70 min-w-24 flex-1 max-sm:max-w-none overflow-hidden rounded-pill bg-raised"
          >
            <i className="block h-full bg-lamp-edge" style={{ width: `${share * 100}%` }} />
          </span>
          <span className="text-13 text-muted">
            {t('left', { time: format.duration(minutesLeft([lesson]) * 60_000) })}
          </span>
        </div>
      </div>
    </Card>
  )
}
