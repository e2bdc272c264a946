import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { CaseLine } from './case-line.tsx'
import { type CaseRow, figuresQuery, queueQuery, VIEWS, type View } from './cases.ts'
import { FiltersDialog } from './filters-dialog.tsx'

type Props = {
  view: View
  rows: readonly CaseRow[] | undefined
  failed: boolean
  onRetry: () => void
  open: string | null
  chosen: ReadonlySet<string>
  onView: (view: View) => void
  onOpen: (id: string) => void
  className: string
}

/** What waits: figures, and cases by harm, then by exposure. */
export function QueueColumn({ view, rows, failed, onRetry, open, chosen, onView, onOpen, className }: Props) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const { data: figures } = useQuery(figuresQuery)
  const [filtering, setFiltering] = useState(false)
  const counts = { open: figures?.open, appeals: figures?.appeals, done: undefined }
  return (
    <section className={classNames('min-w-0 flex-col border-line lg:border-r', className)}>
      <header className="flex min-h-14 items-center gap-2 border-b border-line px-5">
        <PageTitle>{t('desk.title')}</PageTitle>
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          onClick={() => setFiltering(true)}
          icon={<ListFilter size={14} strokeWidth={1.75} aria-hidden />}
        >
          {t('filters.open')}
        </Button>
        {filtering && <FiltersDialog onClose={() => setFiltering(false)} />}
        <span className="flex gap-1 pointer-coarse:hidden" aria-hidden>
          <Kbd>J</Kbd>
          <Kbd>K</Kbd>
        </span>
      </header>
      <dl className="grid grid-cols-3 divide-x divide-line border-b border-line">
        <Figure value={figures ? format.number(figures.open) : format.dash} name={t('desk.waiting')} />
        <Figure
          value={
            figures?.median_minutes == null ? format.dash : format.duration(figures.median_minutes * 60_000)
          }
          name={t('desk.median')}
        />
        <Figure
          value={
            figures && figures.decided > 0
              ? t('desk.ofTotal', { count: figures.overturned, total: figures.decided })
              : format.dash
          }
          name={t('desk.overturned')}
        />
      </dl>
      <fieldset aria-label={t('desk.views')} className="flex flex-wrap gap-2 px-4 py-2.5">
        {VIEWS.map((one) => (
          <Chip key={one} selected={one === view} count={counts[one]} onClick={() => onView(one)}>
            {t(`views.${one}`)}
          </Chip>
        ))}
      </fieldset>
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
          <EmptyState title={t(`empty.${view}`)}>{view === 'open' && <LastDecision />}</EmptyState>
        </div>
      ) : (
        <ul aria-label={t(`views.${view}`)} className="border-t border-line">
          {rows.map((row) => (
            <CaseLine
              key={row.id}
              about={row}
              current={row.id === open}
              chosen={chosen.has(row.id)}
              onOpen={() => onOpen(row.id)}
            />
          ))}
        </ul>
      )}
      {figures && (
        <p className="p-5 text-13 text-pretty text-muted">
          {t('desk.order')}{' '}
          {figures.due === 0
            ? t('desk.promiseNone', { hours: figures.promise_hours })
            : t('desk.promise', { hours: figures.promise_hours, kept: figures.kept, count: figures.due })}
        </p>
      )}
    </section>
  )
}

const Figure = ({ value, name }: { value: ReactNode; name: string }) => (
  <div className="flex min-w-0 flex-col-reverse justify-end px-3 py-2.5 first:pl-5">
    <dt className="text-12 text-muted">{name}</dt>
    <dd className="tabular text-14 font-semibold whitespace-nowrap">{value}</dd>
  </div>
)

/** With nothing to do, what was done last. */
function LastDecision() {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const last = useQuery(queueQuery('done')).data?.find(({ decided }) => decided)?.decided
  return last ? (
    <p>
      {t('empty.last', {
        measure: t(`measures.${last.measure}`),
        name: last.by ?? t('case.nobody'),
        at: format.dateTime(last.at),
      })}
    </p>
  ) : null
}
