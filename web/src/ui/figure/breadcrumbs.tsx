import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

type Props = {
  /** From the outermost page to the current one, which has no address. */
  items: readonly [...{ title: string; to: string }[], { title: string; to?: undefined }]
  className?: string
}

const LINK =
  'relative inline-flex min-w-0 items-center gap-1 rounded-inner text-muted transition-colors after:absolute after:-inset-x-1 after:-inset-y-3 hover:text-text'
const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The page's place in the hierarchy; on a phone only the way back, since the page's title is right below. */
export function Breadcrumbs({ items, className }: Props) {
  const { t } = useTranslation('ui')
  const parent = items.at(-2)
  return (
    <nav aria-label={t('breadcrumbs.label')} className={classNames('min-w-0 text-13', className)}>
      {parent?.to !== undefined && (
        <Link to={parent.to} className={classNames(LINK, 'max-w-full sm:hidden')}>
          <ChevronLeft {...icon} className="shrink-0" />
          <span className="truncate">{parent.title}</span>
        </Link>
      )}
      <ol className="hidden min-w-0 items-center gap-2 sm:flex">
        {items.map((item) => (
          <li key={item.title} className="flex min-w-0 items-center gap-2 last:shrink-0">
            {item.to === undefined ? (
              <span aria-current="page" className="font-medium">
                {item.title}
              </span>
            ) : (
              <>
                <Link to={item.to} className={LINK}>
                  <span className="truncate">{item.title}</span>
                </Link>
                <ChevronRight {...icon} className="shrink-0 text-faint" />
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
