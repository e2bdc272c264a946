import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, Check } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { isDone, type Lesson, type LessonPart, type Part, partOf, partShare, QUIZ_PASS } from '../course.ts'
import { bookmarksQuery, useBookmark, useCompletePart } from '../queries.ts'

/** What a reader may declare done themselves; a quiz and an exercise are graded. */
const BY_HAND: readonly Part[] = ['article', 'slides', 'video']

/** The bookmark of the present place, and what completes the lesson: why it is not complete is always said. */
export function Completion({ lesson, part, place }: { lesson: Lesson; part: Part; place: number }) {
  const { t } = useTranslation('courses')
  const complete = useCompletePart()
  const mark = useBookmark()
  const { data: bookmarks } = useQuery(bookmarksQuery)
  const at = part === 'slides' || part === 'video' ? place : 0
  const kept =
    bookmarks?.some((one) => one.lesson === lesson.item && one.part === part && one.place === at) ?? false
  const left = lesson.parts.filter(({ done_at }) => done_at === null)
  const byHand = left.map((one) => one.part).filter((one) => BY_HAND.includes(one))
  return (
    <div className="grid max-w-full justify-items-end gap-1.5 max-sm:justify-items-start">
      <div className="flex items-center gap-2">
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('kept.bookmark')}
          title={t('kept.bookmark')}
          aria-pressed={kept}
          icon={kept ? <BookmarkCheck {...icon} /> : <Bookmark {...icon} />}
          onClick={() => mark.mutate({ lesson: lesson.item, part, place: at, on: !kept })}
        />
        {isDone(lesson) ? (
          <span className="inline-flex h-8 items-center gap-2 text-gain">
            <Check {...icon} /> {t('lesson.done')}
          </span>
        ) : (
          byHand.length > 0 && (
            <Button
              variant="outline"
              icon={<Check {...icon} />}
              busy={complete.isPending}
              onClick={() =>
                complete.mutate(
                  { lesson: lesson.item, parts: byHand },
                  { onError: () => void toast({ title: t('complete.failed'), variant: 'destructive' }) },
                )
              }
            >
              {t('complete.do')}
            </Button>
          )
        )}
      </div>
      {left.length > 0 && (
        <p className="max-w-96 text-right text-13 text-pretty text-muted max-sm:text-left">
          {t('complete.missing')}{' '}
          {left.map((one, index) => (
            <span key={one.part}>
              {index > 0 && ' · '}
              <Reason part={one} lesson={lesson} />
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function Reason({ part, lesson }: { part: LessonPart; lesson: Lesson }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const { missing } = part
  switch (missing?.needs) {
    case 'slides':
      return missing.left === null ? t('missing.all-slides') : t('missing.slides', { count: missing.left })
    case 'seconds':
      return t('missing.video', { watched: format.percent(partShare(part)) })
    case 'right':
      return missing.best === null
        ? t('missing.quiz', { pass: format.percent(QUIZ_PASS) })
        : t('missing.quiz-low', { score: missing.best, total: missing.of, pass: format.percent(QUIZ_PASS) })
    case 'charts': {
      const exercise = partOf(lesson, 'exercise')
      return exercise && exercise.of > 0
        ? t('missing.exercise', { done: exercise.place, charts: exercise.of })
        : t('missing.all-charts')
    }
    default:
      return t('missing.article')
  }
}
