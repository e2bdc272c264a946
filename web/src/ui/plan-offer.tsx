import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { type Period, type Plan, priceOf } from '#lib/plan.ts'
import { Link } from '#lib/router-link.tsx'
import { mayBeSignedIn } from '#lib/session-key.ts'
import { Button } from './button.tsx'

/** What a plan costs in the period, tax included, with what a month of a year comes to. */
export function PlanPrice({ plan, period }: { plan: Plan; period: Period }) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const price = priceOf(plan, period)
  if (!price) return <p className="min-h-16 pt-3 text-13 text-muted">{t('plans.noPrice')}</p>
  const free = price.amount === 0
  return (
    <div className="lg:min-h-16">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-40 font-semibold tracking-figure">
          {format.moneyShort(price.amount, price.currency)}
        </span>
        <span className="text-13 text-muted">{free ? t('plans.forever') : t(`plans.per.${period}`)}</span>
      </p>
      {!free && period === 'year' && (
        <p className="text-13 text-muted">
          {t('plans.comesTo', { amount: format.moneyShort(Math.round(price.amount / 12), price.currency) })}
        </p>
      )}
    </div>
  )
}

/** Where a plan is taken: the payment for a paid one, an account for the free one. */
export function PlanAction({
  plan,
  period,
  first,
  size = 'md',
}: {
  plan: Plan
  period: Period
  first: boolean
  size?: 'md' | 'lg'
}) {
  const { t, i18n } = useTranslation('subscriptions')
  const price = priceOf(plan, period)
  if (!price) return null
  const free = plan.tier === 'freemium'
  const to = free
    ? mayBeSignedIn()
      ? '/mon-compte'
      : '/signup'
    : `/payment?plan=${plan.slug}&period=${period}`
  const label = free
    ? t(mayBeSignedIn() ? 'plans.account' : 'plans.create')
    : t('plans.choose', { plan: plan.name[i18n.language] })
  return (
    <Button asChild block size={size} variant={first ? 'inverse' : 'outline'}>
      <Link to={to}>{label}</Link>
    </Button>
  )
}
