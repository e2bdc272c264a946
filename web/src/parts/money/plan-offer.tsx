import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type Period, type Plan, type PresentPlan, priceOf } from '#lib/money/plan.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

/** A plan's price for the period, tax included, with the monthly equivalent of a year. */
export function PlanPrice({ plan, period }: { plan: Plan; period: Period }) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const price = priceOf(plan, period)
  if (!price) return <p className="min-h-16 pt-3 text-13 text-muted">{t('plans.noPrice')}</p>
  const free = price.amount === 0
  const year = priceOf(plan, 'year')
  return (
    <div className="lg:min-h-16">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-40 font-semibold tracking-figure">
          {format.moneyShort(price.amount, price.currency)}
        </span>
        <span className="text-13 text-muted">{free ? t('plans.forever') : t(`plans.per.${period}`)}</span>
      </p>
      {!free && period === 'month' && year && (
        <p className="text-13 text-muted">
          {t('plans.orYear', {
            amount: format.moneyShort(year.amount, year.currency),
            month: format.moneyShort(Math.round(year.amount / 12), year.currency),
          })}
        </p>
      )}
      {!free && period === 'year' && (
        <p className="text-13 text-muted">
          {t('plans.comesTo', { amount: format.moneyShort(Math.round(price.amount / 12), price.currency) })}
        </p>
      )}
    </div>
  )
}

const isPresent = (plan: Plan, present: PresentPlan | undefined) =>
  present !== undefined && (present.plan === null ? plan.tier === 'freemium' : plan.slug === present.plan)

/** Marks the reader's plan and its payment method. */
export function PresentBadge({ plan, present }: { plan: Plan; present: PresentPlan | undefined }) {
  const { t } = useTranslation('subscriptions')
  if (!present || !isPresent(plan, present)) return null
  return (
    <Badge tone="info" className="w-fit">
      {t(present.plan === null ? 'plans.present.free' : `plans.present.${present.period}`)}
    </Badge>
  )
}

const CONTRACT = '/mon-compte?onglet=abonnement'

/**
 * The button that takes a plan: payment for a paid one, sign-up for the free one; for subscribers, the change to another
 * plan.
 */
export function PlanAction({
  plan,
  period,
  first,
  present,
  size = 'md',
}: {
  plan: Plan
  period: Period
  first: boolean
  present?: PresentPlan | undefined
  size?: 'md' | 'lg'
}) {
  const { t, i18n } = useTranslation('subscriptions')
  const price = priceOf(plan, period)
  if (!price) return null
  const name = plan.name[i18n.language]
  const free = plan.tier === 'freemium'
  const payment = `/payment?plan=${plan.slug}&period=${period}`
  const [to, label] =
    present && isPresent(plan, present) && (present.plan === null || present.period === period)
      ? [present.plan === null ? '/mon-compte' : CONTRACT, t('plans.account')]
      : present?.plan
        ? // Crypto contracts change at their renewal, and returning to the free plan ends the contract: both are done in the account.
          present.means === 'crypto'
          ? [CONTRACT, t('plans.atRenewal')]
          : [
              free ? CONTRACT : payment,
              isPresent(plan, present) ? t(`plans.switch.${period}`) : t('plans.moveTo', { plan: name }),
            ]
        : free
          ? mayBeSignedIn()
            ? ['/mon-compte', t('plans.account')]
            : ['/signup', t('plans.create')]
          : [payment, t(present ? 'plans.moveTo' : 'plans.choose', { plan: name })]
  return (
    <Button asChild block size={size} variant={first && !isPresent(plan, present) ? 'inverse' : 'outline'}>
      <Link to={to}>{label}</Link>
    </Button>
  )
}

/** The plan with the primary button: the first paid one. */
export const stressed = (plans: readonly Plan[]): Plan | undefined =>
  plans.find(({ tier }) => tier === 'premium')

/** Marks prices of the demonstration. */
export function ExampleBadge({ plans, period }: { plans: readonly Plan[]; period: Period }) {
  const { t } = useTranslation('subscriptions')
  return plans.some((plan) => priceOf(plan, period)?.demonstration) ? (
    <Badge tone="line">{t('plans.example')}</Badge>
  ) : null
}
