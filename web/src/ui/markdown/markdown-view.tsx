import { lazy, Suspense } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const MarkdownText = lazy(() => import('./markdown-text.tsx'))

type Props = {
  text: string
  /**
   * The level of the heading that the text stands under; its own begin one below. 0: it is the whole of a page, whose title is
   * the one heading above its first (`##`).
   */
  under?: 0 | 1 | 2 | 3 | 4
  /** Where people typed lines and meant them: each stays one, as in a message. */
  breaks?: boolean
  className?: string
}

/** What people wrote, in Markdown: nothing in it can run, and its links leave without a trace. */
export function MarkdownView({ text, under = 2, breaks = false, className }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Suspense
      fallback={
        <span className="grid animate-wait gap-3">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
        </span>
      }
    >
      <MarkdownText
        text={text}
        under={under}
        breaks={breaks}
        className={className}
        words={{
          newWindow: t('markdown.new-window'),
          table: t('markdown.table'),
          done: t('markdown.task.done'),
          open: t('markdown.task.open'),
          notes: t('markdown.notes'),
          back: t('markdown.back'),
        }}
      />
    </Suspense>
  )
}
