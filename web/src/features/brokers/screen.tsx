import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Guide } from '#ui/product/guide.tsx'
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

/** The guide to brokers, with a side-by-side comparison of selected ones. */
export default function BrokersScreen() {
  return (
    <QueryBoundary>
      <Brokers />
    </QueryBoundary>
  )
}

function Brokers() {
  const { t } = useTranslation('brokers')
  const query = useQuery(brokersQuery)
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const compared = readCompared(
    search,
    (query.data ?? []).map(({ slug }) => slug),
  )
  const compare = (slugs: readonly string[]) =>
    setSearch((current) => writeCompared(current, slugs), { replace: true })
  const without = (slug: string) => compare(compared.filter((one) => one !== slug))

  return (
    <Guide
      t={t}
      icon={Landmark}
      query={query}
      parameter="broker"
      matches={(broker) => matches(broker, filters)}
      onReset={() => setSearch((current) => writeFilters(current, NO_FILTERS), { replace: true })}
      filterBar={(brokers) => (
        <FilterBar
          filters={filters}
          brokers={brokers}
          currency={brokers[0]?.accounts[0]?.currency ?? brand.currency}
        />
      )}
      row={(broker, to) => (
        <BrokerRow
          broker={broker}
          to={to}
          compared={compared.includes(broker.slug)}
          room={compared.length < MOST_COMPARED}
          onCompare={(on) => (on ? compare([...compared, broker.slug]) : without(broker.slug))}
        />
      )}
      details={(broker) => <BrokerDetails broker={broker} />}
      below={(brokers) => (
        <>
          {compared.length > 0 && <CompareBar count={compared.length} onClear={() => compare([])} />}
          {compared.length > 1 && (
            <Comparison
              brokers={compared.flatMap((slug) => brokers.find((one) => one.slug === slug) ?? [])}
              onRemove={without}
            />
          )}
        </>
      )}
    />
  )
}
