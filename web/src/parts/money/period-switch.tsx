import { useTranslation } from '#lib/language/i18n.ts'
import { monthsFree, type Period, type Plan } from '#lib/money/plan.ts'
import { Segmented } from '#ui/form/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = { plans: readonly Plan[]; value: Period; onChange: (period: Period) => void }

/** By the month or by the year, with what the year gives when that is a whole number of months. */
export function PeriodSwitch({ plans, value, onChange }: Props) {
  const { t } = useTranslation('subscriptions')
  const free = monthsFree(plans)
  return (
    <Segmented
      label={t('plans.period')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'month', label: t('plans.monthly') },
        { value: 'year', label: free > 0 ? t('plans.yearlyFree', { count: free }) : t('plans.yearly') },
      ]}
    />
  )
}

/** Its measure, while the plans are read. */
export function PeriodSwitchSkeleton() {
  return <Skeleton className="h-8 w-60" />
}
