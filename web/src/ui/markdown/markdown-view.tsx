import { Suspense, useMemo } from 'react'
import { lazyAhead } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const MarkdownText = lazyAhead(() => import('./markdown-text.tsx'))
/** Fetches what renders Markdown before a text is shown. */
export const fetchMarkdown = MarkdownText.fetch

type Props = {
  text: string
  /**
   * The level of the heading above the text; its own headings start one level below. 0: the text is a whole page, whose title is
   * the only heading above its first (`##`).
   */
  under?: 0 | 1 | 2 | 3 | 4
  /** For texts whose line breaks are meant: each is kept, as in a message. */
  breaks?: boolean
  /** For a text that fills the screen and more: its first paragraphs are shown before the rest is laid out. */
  isPage?: boolean
  className?: string
}

/** Renders people's Markdown: nothing in it can run, and its links pass no referrer. */
export function MarkdownView({ text, under = 2, breaks = false, isPage = false, className }: Props) {
  const { t } = useTranslation('ui')
  // The same object while the language is the same: a text is drawn anew only when it changes.
  const words = useMemo(
    () => ({
      newWindow: t('markdown.new-window'),
      table: t('markdown.table'),
      done: t('markdown.task.done'),
      open: t('markdown.task.open'),
      notes: t('markdown.notes'),
      back: t('markdown.back'),
    }),
    [t],
  )
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
        isPage={isPage}
        className={className}
        words={words}
      />
    </Suspense>
  )
}
