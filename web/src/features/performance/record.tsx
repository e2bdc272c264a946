import { useQuery } from '@tanstack/react-query'
import { ChartLine, SearchX } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { RiskNote } from '#ui/product/risk-note.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { Charts } from './charts.tsx'
import { Coverage } from './coverage.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FIGURES, recompute } from './figures.ts'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered, NO_FILTERS, readFilters, toDatabase, writeFilters } from './filters.ts'
import { Headline } from './headline.tsx'
import { figuresQuery, partsQuery, rowsQuery } from './queries.ts'
import { RecordSkeleton } from './record-skeleton.tsx'
import { SessionTable } from './session-table.tsx'
import { Simulation } from './simulation/simulation.tsx'

const FigureSheet = lazyPart(() => import('./figure-sheet.tsx'))

/** Filters, figures, charts, breakdowns, the member's own simulation, and what is counted. */
export function Record() {
  const { t } = useTranslation('performance')
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const figures = useQuery(figuresQuery(filters))
  const rows = useQuery(rowsQuery(filters))
  const parts = useQuery(partsQuery(filters))
  // The choices are those found in the period, whatever is selected.
  const choices = useQuery(partsQuery({ ...readFilters(new URLSearchParams()), period: filters.period }))
  const known = useMemo(() => rows.data && recompute(rows.data), [rows.data])
  const formula = oneOf(FIGURES, search.get('formule'))
  const broken = [figures, rows, parts, choices].filter(({ isLoadingError }) => isLoadingError)
  const ready = figures.data && rows.data && parts.data && choices.data && known

  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 md:px-6">
      <header className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <HelpTitle article="r-et-esperance">{t('title')}</HelpTitle>
          <p className="text-pretty text-muted">{t('purpose')}</p>
        </div>
        {/* As high while loading: on a phone it is a line of its own. */}
        {ready ? (
          <div className="flex flex-wrap items-center gap-2">
            {figures.data.demonstration && <Badge tone="line">{t('demonstration')}</Badge>}
            <ExportMenu filters={filters} figures={figures.data} rows={rows.data} />
          </div>
        ) : (
          broken.length === 0 && <div className="h-8 w-full sm:w-32" />
        )}
      </header>
      {broken.length > 0 ? (
        <ErrorState onRetry={() => void Promise.all(broken.map(({ refetch }) => refetch()))} />
      ) : !ready ? (
        <RecordSkeleton />
      ) : (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <FilterBar filters={filters} parts={choices.data} />
          {figures.data.resolved === 0 ? (
            isFiltered(filters) ? (
              <EmptyState
                icon={<SearchX size={20} strokeWidth={1.75} aria-hidden />}
                title={t('none.title')}
                action={
                  <Button
                    onClick={() =>
                      setSearch((current) => writeFilters(current, NO_FILTERS), { replace: true })
                    }
                  >
                    {t('filters.reset')}
                  </Button>
                }
              >
                {t('none.text')}
              </EmptyState>
            ) : (
              <EmptyState
                icon={<ChartLine size={20} strokeWidth={1.75} aria-hidden />}
                title={t('empty.title')}
              >
                {t('empty.text')}
              </EmptyState>
            )
          ) : (
            <>
              <Headline figures={figures.data} />
              <Charts figures={figures.data} rows={rows.data} known={known} />
              <Breakdowns parts={parts.data} />
              <SessionTable parts={parts.data} />
              <Simulation rows={rows.data} signedIn={mayBeSignedIn()} />
            </>
          )}
          <Coverage figures={figures.data} known={known} />
          <DetailSheet
            open={formula !== null}
            title={formula ? t(`figure.${formula}.name`) : ''}
            onClose={() => setSearch((current) => withParameters(current, { formule: null }))}
          >
            {formula && (
              <Suspense fallback={null}>
                <FigureSheet
                  name={formula}
                  figures={figures.data}
                  rows={rows.data}
                  known={known}
                  asked={toDatabase(filters)}
                />
              </Suspense>
            )}
          </DetailSheet>
        </div>
      )}
      <RiskNote className="mt-5">{t('risk')}</RiskNote>
    </div>
  )
}
