import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Period } from '#lib/money/plan.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { PeriodSwitch, PeriodSwitchSkeleton } from '#parts/money/period-switch.tsx'
import { PlanTableSkeleton } from '#parts/money/plan-skeleton.tsx'
import { PlanTable } from '#parts/money/plan-table.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Section } from './section.tsx'

/** What each plan includes and costs. Hidden if nothing is on sale. */
export function CompareSection() {
  const { t } = useTranslation('tour')
  const plans = useQuery(plansOnSale)
  const [period, setPeriod] = useState<Period>('month')
  if (plans.data?.length === 0) return null
  return (
    <Section
      id="compare"
      title={t('compare.title')}
      lead={t('compare.lead')}
      aside={
        plans.isPending ? (
          <PeriodSwitchSkeleton />
        ) : (
          plans.data && <PeriodSwitch plans={plans.data} value={period} onChange={setPeriod} />
        )
      }
    >
      {plans.isPending ? (
        <PlanTableSkeleton />
      ) : plans.isLoadingError ? (
        <ErrorState onRetry={() => void plans.refetch()} />
      ) : (
        <>
          <PlanTable plans={plans.data} period={period} />
          <p className="mt-4 text-13 text-pretty text-muted">{t('compare.note')}</p>
        </>
      )}
    </Section>
  )
}
