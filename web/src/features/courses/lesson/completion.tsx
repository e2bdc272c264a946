import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, Check } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { isDone, type Lesson, type Missing, missingOf, type Part, QUIZ_PASS } from '../course.ts'
import { bookmarksQuery, useBookmark, useCompletePart } from '../queries.ts'

/** What a reader may declare done themselves; a quiz and an exercise are graded. */
const BY_HAND: readonly Part[] = ['article', 'slides', 'video']

/** The bookmark of the present place, and what completes the lesson: why it is not complete is always said. */
export function Completion({ lesson, part, place }: { lesson: Lesson; part: Part; place: number }) {
  const { t } = useTranslation('courses')
  const { user } = useSession()
  const complete = useCompletePart()
  const mark = useBookmark()
  const { data: bookmarks } = useQuery(bookmarksQuery)
  const at = part === 'slides' || part === 'video' ? place : 0
  const kept =
    bookmarks?.some((one) => one.lesson === lesson.id && one.part === part && one.place === at) ?? false
  const missing = missingOf(lesson)
  const byHand = missing.map((one) => one.part).filter((one) => BY_HAND.includes(one))
  const graded = missing.filter((one) => !BY_HAND.includes(one.part))
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
          onClick={() =>
            user && mark.mutate({ member: user.id, lesson: lesson.id, part, place: at, on: !kept })
          }
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
                  { lesson: lesson.id, parts: byHand },
                  { onError: () => void toast({ title: t('complete.failed'), variant: 'destructive' }) },
                )
              }
            >
              {t('complete.do')}
            </Button>
          )
        )}
      </div>
      {missing.length > 0 && (
        <p className="max-w-96 text-right text-13 text-pretty text-muted max-sm:text-left">
          {t('complete.missing')}{' '}
          {[...missing.filter((one) => BY_HAND.includes(one.part)), ...graded].map((one, index) => (
            <span key={one.part}>
              {index > 0 && ' · '}
              <Reason missing={one} />
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function Reason({ missing }: { missing: Missing }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  switch (missing.part) {
    case 'slides':
      return missing.of > 0 ? t('missing.slides', { count: missing.left }) : t('missing.all-slides')
    case 'quiz':
      return missing.score === null
        ? t('missing.quiz', { pass: format.percent(QUIZ_PASS) })
        : t('missing.quiz-low', {
            score: missing.score,
            total: missing.total,
            pass: format.percent(QUIZ_PASS),
          })
    case 'exercise':
      return t('missing.exercise', { done: missing.done, charts: missing.charts })
    case 'video':
      return t('missing.video', { watched: format.percent(missing.watched) })
    case 'article':
      return t('missing.article')
  }
}
