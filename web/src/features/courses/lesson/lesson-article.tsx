import { Check } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { type Lesson, partOf } from '../course.ts'
import { useCompletePart } from '../queries.ts'
import { useReadingPlace } from './use-reading-place.ts'

type Props = {
  lesson: Lesson
  text: string
  language: string | undefined
  /** How far down it was read, in hundredths. */
  onRead: (hundredths: number) => void
  beside: ReactNode
}

export function LessonArticle({ lesson, text, language, onRead, beside }: Props) {
  const { t } = useTranslation('courses')
  const place = useRef<HTMLElement>(null)
  const complete = useCompletePart()
  const progress = partOf(lesson, 'article')
  useReadingPlace(place, progress?.place ?? 0, onRead)
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <article ref={place} lang={language} className="min-w-0">
        <MarkdownView text={text} under={1} isPage />
        {progress?.done_at == null && (
          <Button
            className="mt-8"
            icon={<Check size={16} strokeWidth={1.75} aria-hidden />}
            busy={complete.isPending}
            onClick={() => complete.mutate({ lesson: lesson.item, parts: ['article'] })}
          >
            {t('article.read')}
          </Button>
        )}
      </article>
      <div className="max-w-96">{beside}</div>
    </div>
  )
}
