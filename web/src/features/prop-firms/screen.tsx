import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Guide } from '#ui/product/guide.tsx'
import { useComparedFacts } from './compared-facts.tsx'
import { FilterBar } from './filter-bar.tsx'
import { matches, matchingChallenges, NO_FILTERS, readFilters, writeFilters } from './filters.ts'
import { FirmDetails } from './firm-details.tsx'
import { FirmRow } from './firm-row.tsx'
import { dayOf, type PropFirm } from './prop-firm.ts'
import { propFirmsQuery } from './queries.ts'
import { cheapest, ranked } from './ranking.ts'

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
  // A firm in the comparison may have no challenge that passes the filters.
  const challengeOf = (firm: PropFirm) =>
    cheapest(matchingChallenges(firm, filters, day)) ?? cheapest(firm.challenges)
  const facts = useComparedFacts(challengeOf, day)

  return (
    <Guide
      t={t}
      icon={ShieldCheck}
      help={<HelpLink article="regles-des-prop-firms" />}
      query={query}
      parameter="firm"
      matches={(firm) => matches(firm, filters, day)}
      ranked={(firms) => ranked(firms, challengeOf)}
      onReset={() => setSearch((current) => writeFilters(current, NO_FILTERS), { replace: true })}
      filterBar={(firms) => (
        <FilterBar
          filters={filters}
          firms={firms}
          currency={firms[0]?.challenges[0]?.currency ?? brand.currency}
        />
      )}
      row={(firm, to, compare) => (
        <FirmRow firm={firm} to={to} day={day} challenge={challengeOf(firm)} compare={compare} />
      )}
      details={(firm) => <FirmDetails firm={firm} day={day} />}
      facts={facts}
    />
  )
}
