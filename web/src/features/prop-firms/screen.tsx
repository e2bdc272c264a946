import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Guide } from '#ui/product/guide.tsx'
import { FilterBar } from './filter-bar.tsx'
import { matches, NO_FILTERS, readFilters, writeFilters } from './filters.ts'
import { FirmDetails } from './firm-details.tsx'
import { FirmRow } from './firm-row.tsx'
import { dayOf } from './prop-firm.ts'
import { propFirmsQuery } from './queries.ts'

/** The guide to prop firms, with the rules in force today. */
export default function PropFirmsScreen() {
  return (
    <QueryBoundary>
      <PropFirms />
    </QueryBoundary>
  )
}

function PropFirms() {
  const { t } = useTranslation('prop-firms')
  const query = useQuery(propFirmsQuery)
  const [search, setSearch] = useSearchParams()
  const day = dayOf(new Date())
  const filters = readFilters(search)

  return (
    <Guide
      t={t}
      icon={ShieldCheck}
      query={query}
      parameter="firm"
      matches={(firm) => matches(firm, filters, day)}
      onReset={() => setSearch((current) => writeFilters(current, NO_FILTERS), { replace: true })}
      filterBar={(firms) => (
        <FilterBar
          filters={filters}
          firms={firms}
          currency={firms[0]?.challenges[0]?.currency ?? brand.currency}
        />
      )}
      row={(firm, to) => <FirmRow firm={firm} to={to} day={day} />}
      details={(firm) => <FirmDetails firm={firm} day={day} />}
    />
  )
}
