import { CircleQuestionMark } from 'lucide-react'
import { type MouseEvent, Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type help from './messages/fr.json'

const ArticleSheet = lazyPart(() =>
  import('./article-sheet.tsx').then((part) => ({ default: part.ArticleSheet })),
)

type Props = { article: keyof (typeof help)['links']; className?: string }

/** A question mark where people stumble: opens the article that explains it over the screen. */
export function HelpLink(props: Props) {
  // The screen does not wait for its texts.
  return (
    <Suspense fallback={null}>
      <Mark {...props} />
    </Suspense>
  )
}

function Mark({ article, className }: Props) {
  const { t } = useTranslation('help')
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const label = t('linkTo', { title: t(`links.${article}`) })
  const show = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Link
        to={`/aide?article=${article}`}
        aria-label={label}
        title={label}
        onClick={show}
        className={classNames(
          'relative inline-flex shrink-0 rounded-pill align-middle text-muted transition-colors hover:text-text',
          // A target of 44 px around a mark of 16.
          'after:absolute after:-inset-3.5',
          className,
        )}
      >
        <CircleQuestionMark size={16} strokeWidth={1.75} aria-hidden />
      </Link>
      {wanted && (
        <Suspense fallback={null}>
          <ArticleSheet slug={open ? article : null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
