import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { pageList } from './page-list.ts'

type Props = {
  /** From one. */
  page: number
  count: number
  /** Pages are links, so that each can be kept, shared and gone back to. */
  to: (page: number) => To
  className?: string
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const PLACE =
  'relative inline-grid h-8 min-w-8 place-items-center rounded-control px-2 text-14 font-medium proportional-nums transition-colors after:absolute after:inset-x-0 after:-inset-y-1.5 pointer-coarse:h-11 pointer-coarse:min-w-11'

export function Pagination({ page, count, to, className }: Props) {
  const { t } = useTranslation('ui')
  if (count < 2) return null
  const step = (target: number, label: string, children: ReactNode) =>
    target < 1 || target > count ? (
      <span className={classNames(PLACE, 'text-faint opacity-45')} aria-hidden>
        {children}
      </span>
    ) : (
      <Link
        to={to(target)}
        aria-label={label}
        rel={target < page ? 'prev' : 'next'}
        className={classNames(PLACE, 'text-muted hover:bg-raised hover:text-text')}
      >
        {children}
      </Link>
    )
  return (
    <nav aria-label={t('pagination.label')} className={classNames('flex items-center gap-1', className)}>
      {step(page - 1, t('pagination.previous'), <ChevronLeft {...icon} />)}
      <ol className="hidden items-center gap-1 sm:flex">
        {pageList(page, count).map((number, place) => (
          <li key={number ?? `gap ${place}`}>
            {number === null ? (
              <span className={classNames(PLACE, 'text-faint')} aria-hidden>
                …
              </span>
            ) : (
              <Link
                to={to(number)}
                aria-label={t('pagination.page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                className={classNames(
                  PLACE,
                  number === page ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
                )}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <span className="px-2 text-13 text-muted tabular sm:hidden">{t('pagination.of', { page, count })}</span>
      {step(page + 1, t('pagination.next'), <ChevronRight {...icon} />)}
    </nav>
  )
}
