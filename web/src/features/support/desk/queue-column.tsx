import { useQuery } from '@tanstack/react-query'
import { ArrowDownNarrowWide, ChartNoAxesColumn, MessageSquareQuote, Settings } from 'lucide-react'
import { useCallback } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { countsQuery, type Filters, type InboxRow, VIEWS } from './inbox.ts'
import { addressOf } from './inbox-filters.ts'
import { InboxLine } from './inbox-line.tsx'
import { SavedViews } from './saved-views.tsx'

type Props = {
  filters: Filters
  rows: readonly InboxRow[] | undefined
  failed: boolean
  onRetry: () => void
  more: (() => void) | null
  open: string | null
  onOpen: (id: string) => void
  className: string
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const PAGES = [
  ['reports', 'rapports', ChartNoAxesColumn],
  ['canned', 'reponses', MessageSquareQuote],
  ['settings', 'reglages', Settings],
] as const

/** What waits, the nearest promise first; saved views and a search. */
export function QueueColumn({ filters, rows, failed, onRetry, more, open, onOpen, className }: Props) {
  const { t } = useTranslation('support')
  const [, setSearch] = useSearchParams()
  const { data: counts } = useQuery(countsQuery)
  const show = useCallback(
    (next: Filters) => setSearch(() => addressOf(next), { replace: true }),
    [setSearch],
  )
  const find = useCallback(
    (words: string) =>
      setSearch((current) => withParameters(current, { q: words.trim() || null, demande: null }), {
        replace: true,
      }),
    [setSearch],
  )
  const numbers: Partial<Record<Filters['view'], number>> = counts ?? {}
  const ordered = filters.view === 'waiting' || filters.view === 'mine' || filters.view === 'unassigned'
  return (
    <section
      className={classNames('min-h-0 min-w-0 flex-col border-line lg:overflow-y-auto lg:border-r', className)}
    >
      <header className="flex min-h-14 items-center gap-1 border-b border-line pr-3 pl-5">
        <PageTitle className="mr-auto">{t('desk.title')}</PageTitle>
        <span className="mr-1 flex gap-1 pointer-coarse:hidden" aria-hidden>
          <Kbd>J</Kbd>
          <Kbd>K</Kbd>
        </span>
        {PAGES.map(([name, at, Icon]) => (
          <Button key={name} asChild size="sm" variant="ghost" iconOnly>
            <Link to={`?onglet=${at}`} aria-label={t(`desk.pages.${name}`)} title={t(`desk.pages.${name}`)}>
              <Icon {...icon} />
            </Link>
          </Button>
        ))}
      </header>
      <div className="border-b border-line px-4 py-2.5">
        <fieldset
          aria-label={t('desk.views')}
          className="-mx-4 flex min-w-0 gap-1.5 overflow-x-auto px-4 py-1"
        >
          {VIEWS.map((one) => (
            <Chip
              key={one}
              selected={one === filters.view}
              count={numbers[one]}
              onClick={() => show({ ...filters, view: one })}
            >
              {t(`views.${one}`)}
            </Chip>
          ))}
          <Chip
            selected={filters.overdue === true}
            count={counts?.overdue}
            onClick={() => {
              const { overdue, ...rest } = filters
              show(overdue ? rest : { ...rest, overdue: true })
            }}
          >
            {t('views.overdue')}
          </Chip>
          <Chip
            selected={filters.complaint === true}
            onClick={() => {
              const { complaint, ...rest } = filters
              show(complaint ? rest : { ...rest, complaint: true })
            }}
          >
            {t('views.complaints')}
          </Chip>
        </fieldset>
        <div className="mt-1.5 flex items-center gap-1.5">
          <SearchField
            className="min-w-0 flex-1"
            label={t('desk.search')}
            value={filters.search ?? ''}
            onChange={find}
          />
          <SavedViews filters={filters} onShow={show} />
        </div>
      </div>
      {failed ? (
        <ErrorState className="m-4" onRetry={onRetry} />
      ) : rows === undefined ? (
        <span className="grid gap-4 p-5">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className="h-16 w-full" />
          ))}
        </span>
      ) : rows.length === 0 ? (
        <div className="p-4">
          <EmptyState title={t(filters.search ? 'desk.noneFound' : 'desk.none')}>
            {filters.search ? t('desk.noneFoundText') : t('desk.noneText')}
          </EmptyState>
        </div>
      ) : (
        <ul aria-label={t(`views.${filters.view}`)}>
          {rows.map((row) => (
            <InboxLine key={row.id} ticket={row} current={row.id === open} onOpen={() => onOpen(row.id)} />
          ))}
        </ul>
      )}
      {more && (
        <Button variant="ghost" className="m-4" onClick={more}>
          {t('desk.more')}
        </Button>
      )}
      {ordered && rows && rows.length > 0 && !filters.search && (
        <p className="flex items-center gap-2 p-4 text-13 text-muted">
          <ArrowDownNarrowWide {...icon} />
          {t('desk.order')}
        </p>
      )}
    </section>
  )
}
