import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Period } from '#lib/money/plan.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { PeriodSwitch, PeriodSwitchSkeleton } from '#parts/money/period-switch.tsx'
import { PlanTableSkeleton } from '#parts/money/plan-skeleton.tsx'
import { PlanTable } from '#parts/money/plan-table.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { RiskNote } from '#ui/product/risk-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { BreakEvenCard } from './break-even-card.tsx'
import { usePresentPlan, useUsed } from './present.ts'
import { Terms } from './terms.tsx'

/** The plans: what each includes, its price with tax, and the terms. */
export default function SubscriptionsScreen() {
  return (
    <QueryBoundary>
      <Subscriptions />
    </QueryBoundary>
  )
}

function Subscriptions() {
  const { t } = useTranslation('subscriptions')
  const plans = useQuery(plansOnSale)
  const present = usePresentPlan()
  const used = useUsed()
  const [search, setSearch] = useSearchParams()
  const period: Period = search.get('periode') === 'an' ? 'year' : 'month'
  const choose = (next: Period) =>
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current)
        if (next === 'year') changed.set('periode', 'an')
        else changed.delete('periode')
        return changed
      },
      { replace: true },
    )
  const onSale = (plans.data?.length ?? 0) > 0
  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 md:px-6">
      <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <HelpTitle article="formules-et-prix">{t('title')}</HelpTitle>
          <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
        </div>
        {plans.isPending && <PeriodSwitchSkeleton />}
        {onSale && <PeriodSwitch plans={plans.data ?? []} value={period} onChange={choose} />}
      </header>
      {plans.isPending ? (
        <>
          <PlanTableSkeleton />
          <Skeleton className="mt-10 h-67 w-full" />
        </>
      ) : plans.isLoadingError ? (
        <ErrorState onRetry={() => void plans.refetch()} />
      ) : onSale ? (
        <>
          <PlanTable plans={plans.data} period={period} present={present} used={used} />
          <BreakEvenCard plans={plans.data} period={period} />
          <Terms period={period} />
        </>
      ) : (
        <EmptyState
          icon={<BadgeCheck size={20} strokeWidth={1.75} aria-hidden />}
          title={t('empty.title')}
          action={
            <Button asChild>
              <Link to="/signaux">{t('empty.action')}</Link>
            </Button>
          }
        >
          {t('empty.text')}
        </EmptyState>
      )}
      <RiskNote className="mt-6">{t('risk')}</RiskNote>
    </div>
  )
}
