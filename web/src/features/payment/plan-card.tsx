import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type Period, type Plan, priceOf } from '#lib/money/plan.ts'
import { PeriodSwitch } from '#parts/money/period-switch.tsx'
import { Card } from '#ui/card.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'

type Props = {
  plans: readonly Plan[]
  plan: Plan
  period: Period
  onChange: (plan: string, period: Period) => void
  /** The current plan, renewed unchanged. */
  fixed?: boolean
}

/** The plan, billed monthly or yearly. */
export function PlanCard({ plans, plan, period, onChange, fixed }: Props) {
  const { t, i18n } = useTranslation('payment')
  const format = useFormat()
  const offered = fixed ? [plan] : plans
  return (
    <Card className="p-4 md:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="font-semibold">{t('plan.title')}</h2>
        {fixed ? null : (
          <PeriodSwitch plans={plans} value={period} onChange={(next) => onChange(plan.slug, next)} />
        )}
      </div>
      <RadioGroup
        cards
        label={t('plan.title')}
        value={plan.slug}
        onChange={(slug) => onChange(slug, period)}
        className="items-stretch sm:grid-cols-2"
        options={offered.map((one) => {
          const price = priceOf(one, period)
          return {
            value: one.slug,
            label: (
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{one.name[i18n.language]}</span>
                {price ? (
                  <span className="tabular text-13 font-normal text-muted">
                    <span className="text-14 font-semibold text-text">
                      {format.money(price.amount, price.currency)}
                    </span>{' '}
                    {t(`plan.per.${period}`)}
                  </span>
                ) : (
                  <span className="text-13 font-normal text-muted">{t('plan.noPrice')}</span>
                )}
              </span>
            ),
            note: t('plan.note', { pitch: one.pitch[i18n.language] }),
            disabled: price === null,
          }
        })}
      />
    </Card>
  )
}
