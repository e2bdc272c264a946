import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Subscription } from '#lib/money/money.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { useKeepPlan } from './subscription-queries.ts'

type Props = { contract: Subscription; keep: ReturnType<typeof useKeepPlan> }

/** The change that waits for the end of the period, and how to keep the plan; nothing without one. */
export function PlannedChange({ contract, keep }: Props) {
  const { t } = useTranslation('account')
  const { t: money, i18n } = useTranslation('payment')
  const format = useFormat()
  const plans = useQuery(plansOnSale)
  if (!contract.next_plan) return null
  const nameOf = (slug: string) =>
    plans.data?.find((one) => one.tier === 'premium' && one.slug === slug)?.name[i18n.language] ?? slug
  const item = (slug: string, period: Subscription['period']) =>
    money(`facts.item.${period}`, { plan: nameOf(slug) })
  return (
    <div className="mt-5">
      <Notice icon={<CircleAlert size={16} strokeWidth={1.75} aria-hidden />}>
        <p>
          {t('contract.then', {
            date: format.parisLongDay(contract.current_period_end),
            plan: item(contract.next_plan, contract.next_period ?? contract.period),
            amount: format.money(contract.next_amount ?? 0, contract.currency),
          })}
        </p>
        <Button
          size="sm"
          variant="outline"
          className="mt-2"
          busy={keep.isPending}
          onClick={() => keep.mutate({ plan: contract.plan, period: contract.period })}
        >
          {t('contract.keep', { plan: item(contract.plan, contract.period) })}
        </Button>
      </Notice>
    </div>
  )
}
