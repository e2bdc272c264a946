import { useTranslation } from '#lib/language/i18n.ts'
import { monthsFree, type Period, type Plan } from '#lib/money/plan.ts'
import { Segmented } from '#ui/form/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = { plans: readonly Plan[]; value: Period; onChange: (period: Period) => void }

/** Monthly or yearly billing, with the months that a year saves if that is a whole number. */
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

/** A placeholder of the same size while the plans load. */
export function PeriodSwitchSkeleton() {
  return <Skeleton className="h-8 w-60" />
}
