import { useQuery } from '@tanstack/react-query'
import { Landmark, SearchX } from 'lucide-react'
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
import { BrokerDetails } from './broker-details.tsx'
import { BrokerRow } from './broker-row.tsx'
import { CompareBar } from './compare-bar.tsx'
import { Comparison } from './comparison.tsx'
import { FilterBar } from './filter-bar.tsx'
import {
  MOST_COMPARED,
  matches,
  NO_FILTERS,
  readCompared,
  readFilters,
  writeCompared,
  writeFilters,
} from './filters.ts'
import { brokersQuery } from './queries.ts'

/** The guide to brokers: list, filters, comparison and detail, all of it in the address. */
export default function BrokersScreen() {
  return (
    <QueryBoundary>
      <Brokers />
    </QueryBoundary>
  )
}

function Brokers() {
  const { t } = useTranslation('brokers')
  const { t: guides } = useTranslation('guides')
  const query = useQuery(brokersQuery)
  const [search, setSearch] = useSearchParams()
  const brokers = query.data ?? []
  const filters = readFilters(search)
  const shown = brokers.filter((broker) => matches(broker, filters))
  const compared = readCompared(
    search,
    brokers.map(({ slug }) => slug),
  )
  const compare = (slugs: readonly string[]) =>
    setSearch((current) => writeCompared(current, slugs), { replace: true })
  const opened = search.get('broker')
  const broker = brokers.find(({ slug }) => slug === opened)
  const close = () => setSearch((current) => withParameters(current, { broker: null }))

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
      ) : brokers.length === 0 ? (
        <EmptyState icon={<Landmark size={20} strokeWidth={1.75} aria-hidden />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      ) : (
        <>
          <FilterBar
            filters={filters}
            brokers={brokers}
            currency={brokers[0]?.accounts[0]?.currency ?? brand.currency}
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
                  <BrokerRow
                    key={one.slug}
                    broker={one}
                    to={`?${withParameters(search, { broker: one.slug })}`}
                    compared={compared.includes(one.slug)}
                    room={compared.length < MOST_COMPARED}
                    onCompare={(on) =>
                      compare(on ? [...compared, one.slug] : compared.filter((slug) => slug !== one.slug))
                    }
                  />
                ))}
              </ul>
            </Card>
          )}
          {compared.length > 0 && <CompareBar count={compared.length} onClear={() => compare([])} />}
          {compared.length > 1 && (
            <Comparison
              brokers={compared.flatMap((slug) => brokers.find((one) => one.slug === slug) ?? [])}
              onRemove={(slug) => compare(compared.filter((one) => one !== slug))}
            />
          )}
          <p className="mt-6 max-w-3xl text-13 text-pretty text-muted">{guides('disclosure')}</p>
          <DetailSheet
            open={opened !== null}
            onClose={close}
            title={broker?.name ?? guides('gone.title')}
            badge={broker?.fictitious && <FictitiousBadge />}
          >
            {broker ? (
              <BrokerDetails key={broker.slug} broker={broker} />
            ) : (
              <p className="p-6 text-pretty text-muted">{guides('gone.text')}</p>
            )}
          </DetailSheet>
        </>
      )}
    </div>
  )
}
