import { useQuery } from '@tanstack/react-query'
import { SearchX, ShieldCheck } from 'lucide-react'
import { brand } from '#lib/brand.ts'
import { useTranslation } from '#lib/i18n.ts'
import { QueryBoundary } from '#lib/query-boundary.tsx'
import { withParameters } from '#lib/search-filter.ts'
import { useSearchParams } from '#lib/search-params.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DetailSheet } from '#ui/detail-sheet.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FictitiousBadge } from '#ui/fictitious-badge.tsx'
import { GuideSkeleton } from '#ui/guide-skeleton.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { RiskNote } from '#ui/risk-note.tsx'
import { EmptyState } from '#ui/states.tsx'
import { FilterBar } from './filter-bar.tsx'
import { matches, NO_FILTERS, readFilters, writeFilters } from './filters.ts'
import { FirmDetails } from './firm-details.tsx'
import { FirmRow } from './firm-row.tsx'
import { dayOf } from './prop-firm.ts'
import { propFirmsQuery } from './queries.ts'

/** The guide to prop firms: list, filters and detail, all of it in the address. */
export default function PropFirmsScreen() {
  return (
    <QueryBoundary>
      <PropFirms />
    </QueryBoundary>
  )
}

function PropFirms() {
  const { t } = useTranslation('prop-firms')
  const { t: guides } = useTranslation('guides')
  const query = useQuery(propFirmsQuery)
  const [search, setSearch] = useSearchParams()
  const day = dayOf(new Date())
  const firms = query.data ?? []
  const filters = readFilters(search)
  const shown = firms.filter((firm) => matches(firm, filters, day))
  const opened = search.get('firm')
  const firm = firms.find(({ slug }) => slug === opened)
  const close = () => setSearch((current) => withParameters(current, { firm: null }))

  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 md:px-6">
      <header className="mb-4">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
      </header>
      <RiskNote className="mb-4">{t('risk')}</RiskNote>
      {query.isPending ? (
        <GuideSkeleton />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : firms.length === 0 ? (
        <EmptyState icon={<ShieldCheck size={20} strokeWidth={1.75} aria-hidden />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      ) : (
        <>
          <FilterBar
            filters={filters}
            firms={firms}
            currency={firms[0]?.challenges[0]?.currency ?? brand.currency}
          />
          <p className="mt-3 mb-3 text-13 text-pretty text-muted">
            <span role="status" className="font-medium text-text">
              {t('count', { count: shown.length })}
            </span>{' '}
            {t('criterion')}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              icon={<SearchX size={20} strokeWidth={1.75} aria-hidden />}
              title={t('none.title')}
              action={
                <Button
                  onClick={() => setSearch((current) => writeFilters(current, NO_FILTERS), { replace: true })}
                >
                  {guides('filters.reset')}
                </Button>
              }
            >
              {t('none.text')}
            </EmptyState>
          ) : (
            <Card className="overflow-hidden">
              <ul className="divide-y divide-line">
                {shown.map((one) => (
                  <FirmRow
                    key={one.slug}
                    firm={one}
                    to={`?${withParameters(search, { firm: one.slug })}`}
                    day={day}
                  />
                ))}
              </ul>
            </Card>
          )}
          <p className="mt-6 max-w-3xl text-13 text-pretty text-muted">{guides('disclosure')}</p>
          <DetailSheet
            open={opened !== null}
            onClose={close}
            title={firm?.name ?? guides('gone.title')}
            badge={firm?.fictitious && <FictitiousBadge />}
          >
            {firm ? (
              <FirmDetails key={firm.slug} firm={firm} day={day} />
            ) : (
              <p className="p-6 text-pretty text-muted">{guides('gone.text')}</p>
            )}
          </DetailSheet>
        </>
      )}
    </div>
  )
}
