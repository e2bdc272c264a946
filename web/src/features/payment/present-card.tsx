import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Subscription } from '#lib/money/money.ts'
import { type Period, type Plan, priceOf } from '#lib/money/plan.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Link } from '#ui/link.tsx'

const PERIODS = ['month', 'year'] as const

/** Replaces price and button when the chosen plan is the current one. The others are one click away. */
export function PresentCard({
  plans,
  running,
  onPlan,
}: {
  plans: readonly Plan[]
  running: Subscription
  onPlan: (plan: string, period: Period) => void
}) {
  const { t, i18n } = useTranslation('payment')
  const format = useFormat()
  const nameOf = (slug: string) => plans.find((one) => one.slug === slug)?.name[i18n.language] ?? slug
  const others = plans.flatMap((plan) =>
    PERIODS.flatMap((period) => {
      const price = priceOf(plan, period)
      const same = plan.slug === running.plan && period === running.period
      return price && !same ? [{ plan, period, price }] : []
    }),
  )
  return (
    <Card className="divide-y divide-line lg:sticky lg:top-6">
      <div className="grid justify-items-start gap-2 p-4 md:p-6">
        <Badge tone="info">{t('present.badge')}</Badge>
        <h2 className="text-20 font-semibold">
          {t(`summary.item.${running.period}`, { plan: nameOf(running.plan) })}
        </h2>
        <p className="text-pretty text-muted">
          {running.state === 'canceled'
            ? t('present.ends', { date: format.parisLongDay(running.current_period_end) })
            : t('present.renews', {
                date: format.parisLongDay(running.current_period_end),
                amount: format.money(running.amount, running.currency),
              })}
        </p>
        <Link to="/mon-compte?onglet=abonnement">{t('toAccount')}</Link>
      </div>
      {others.length > 0 && (
        <div className="grid gap-2 p-4 md:p-6">
          <h3 className="mb-1 text-13 font-medium text-muted">{t('present.others')}</h3>
          {others.map(({ plan, period, price }) => (
            <Button
              key={`${plan.slug} ${period}`}
              variant="outline"
              block
              onClick={() => onPlan(plan.slug, period)}
            >
              <span className="flex w-full items-baseline justify-between gap-3">
                {t(`summary.item.${period}`, { plan: plan.name[i18n.language] })}
                <span className="tabular font-normal text-muted">
                  {format.moneyShort(price.amount, price.currency)}
                </span>
              </span>
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}
