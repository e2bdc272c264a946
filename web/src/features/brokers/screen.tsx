import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Guide } from '#ui/product/guide.tsx'
import { BrokerDetails } from './broker-details.tsx'
import { BrokerRow } from './broker-row.tsx'
import { useComparedFacts } from './compared-facts.tsx'
import { FilterBar } from './filter-bar.tsx'
import { depositLimit, matches, NO_FILTERS, readFilters, writeFilters } from './filters.ts'
import { brokersQuery } from './queries.ts'
import { ranked } from './ranking.ts'

/** The guide to brokers, ordered by what they cost on the account that the reader can open. */
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
  const facts = useComparedFacts()
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const limit = depositLimit(filters)

  return (
    <Guide
      t={t}
      icon={Landmark}
      help={<HelpLink article="classement-des-brokers" />}
      query={query}
      parameter="broker"
      matches={(broker) => matches(broker, filters)}
      ranked={(brokers) => ranked(brokers, limit)}
      onReset={() => setSearch((current) => writeFilters(current, NO_FILTERS), { replace: true })}
      filterBar={(brokers) => (
        <FilterBar
          filters={filters}
          brokers={brokers}
          currency={brokers[0]?.accounts[0]?.currency ?? brand.currency}
        />
      )}
      row={(broker, to, compare) => <BrokerRow broker={broker} to={to} limit={limit} compare={compare} />}
      details={(broker) => <BrokerDetails broker={broker} />}
      facts={facts}
    />
  )
}
