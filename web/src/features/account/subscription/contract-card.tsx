import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleAlert, CircleSlash2 } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { moneyRefusal, type Subscription, type WithdrawalQuote } from '#lib/money/money.ts'
import { monthsFree } from '#lib/money/plan.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { refundSteps } from '#lib/money/refund-steps.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { methodName } from '../security/method-name.ts'
import { PeriodBar } from './period-bar.tsx'
import { RefundCurve } from './refund-curve.tsx'
import { type OwnSubscription, useKeepPlan, useResume } from './subscription-queries.ts'

type Props = {
  contract: Subscription
  plan: NonNullable<OwnSubscription['plan']>
  charge: OwnSubscription['next_charge']
  owed: { page: string | null; bankAsks: boolean }
  /** While the right to withdraw lasts. */
  withdrawal: WithdrawalQuote | null
  now: number
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const STATES = {
  active: { tone: 'gain', Icon: BadgeCheck },
  past_due: { tone: 'warn', Icon: CircleAlert },
  canceled: { tone: 'neutral', Icon: CircleSlash2 },
} as const

/** The contract at a glance: plan, state, the exact next charge and its day, and the progress of the period. */
export function ContractCard({ contract, plan, charge, owed, withdrawal, now }: Props) {
  const { t, i18n } = useTranslation('account')
  const { t: money } = useTranslation('payment')
  const format = useFormat()
  const plans = useQuery(plansOnSale)
  const resume = useResume()
  const keep = useKeepPlan()
  const paid = (plans.data ?? []).filter(({ tier }) => tier === 'premium')
  const other = paid.find(({ slug }) => slug !== contract.plan)
  const nameOf = (slug: string) => paid.find((one) => one.slug === slug)?.name[i18n.language] ?? slug
  const state = contract.state as keyof typeof STATES
  const { tone, Icon } = STATES[state]
  const free = monthsFree(paid)
  const failed = resume.error ?? keep.error
  // Two weeks of a year would be too narrow to be read.
  const refunds =
    withdrawal && contract.period === 'month'
      ? refundSteps(withdrawal, Date.parse(contract.current_period_start), now)
      : null
  const item = (slug: string, period: Subscription['period']) =>
    money(`facts.item.${period}`, { plan: nameOf(slug) })
  return (
    <Card className="overflow-hidden">
      <div className="p-4 md:p-6">
        <div className="flex items-start justify-between gap-4">
          <p className="text-13 text-muted">{t('plan.yours')}</p>
          <Badge tone={tone} icon={<Icon {...icon} />}>
            {t(`contract.state.${state}`)}
          </Badge>
        </div>
        <h2 className="text-28 font-semibold tracking-title">
          {money(`facts.item.${contract.period}`, { plan: plan.name[i18n.language] })}
        </h2>
        <p className="mt-2 max-w-140 text-16 text-pretty text-muted">
          <Trans
            t={t}
            i18nKey={sentence(contract, owed)}
            values={{
              date: format.parisLongDay(charge?.at ?? contract.paid_until ?? contract.current_period_end),
              until: format.parisLongDay(
                contract.grace_until ?? contract.paid_until ?? contract.current_period_end,
              ),
              amount: format.money(charge?.amount ?? contract.amount, contract.currency),
              method: methodName(contract.method, money),
            }}
            components={{ strong: <strong className="font-semibold text-text" /> }}
          />
        </p>
        <PeriodBar
          starts={contract.current_period_start}
          ends={contract.current_period_end}
          now={now}
          mark={
            withdrawal?.until
              ? {
                  at: withdrawal.until,
                  label: t('plan.withdrawal', { date: format.parisDayMonth(withdrawal.until) }),
                }
              : undefined
          }
        >
          {refunds
            ? (shareOf) => (
                <RefundCurve
                  steps={refunds}
                  until={Date.parse(withdrawal?.until ?? '')}
                  now={now}
                  currency={contract.currency}
                  shareOf={shareOf}
                />
              )
            : undefined}
        </PeriodBar>
        {contract.next_plan ? (
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
        ) : null}
        {failed ? (
          <div className="mt-4">
            <Notice refusal>{money(`refusals.${moneyRefusal(failed)}`)}</Notice>
          </div>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line p-4 md:px-6">
        {state === 'canceled' ? (
          <Button
            variant="primary"
            busy={resume.isPending}
            disabled={resume.isPending}
            onClick={() =>
              resume.mutate(undefined, { onSuccess: () => toast({ title: t('contract.resumed') }) })
            }
          >
            {t('contract.resume')}
          </Button>
        ) : contract.means === 'crypto' ? (
          <Button asChild variant="primary">
            <Link to="/payment">{t('contract.renew')}</Link>
          </Button>
        ) : state === 'past_due' ? (
          owed.page && (
            <Button asChild variant="primary">
              <a href={owed.page}>{t(owed.bankAsks ? 'contract.confirmAtBank' : 'contract.payNow')}</a>
            </Button>
          )
        ) : (
          <>
            <Button asChild variant="primary">
              <Link to={`/payment?plan=${other?.slug ?? contract.plan}&period=${contract.period}`}>
                {t('contract.change')}
              </Link>
            </Button>
            {contract.period === 'month' ? (
              <Button asChild>
                <Link to={`/payment?plan=${contract.plan}&period=year`}>
                  {free > 0 ? t('contract.yearFree', { count: free }) : t('contract.year')}
                </Link>
              </Button>
            ) : null}
          </>
        )}
        {state === 'canceled' ? null : (
          <Button asChild variant="ghost" className="ml-auto">
            <Link to="/resiliation">{t('contract.cancel')}</Link>
          </Button>
        )}
      </div>
    </Card>
  )
}

function sentence({ state, means }: Subscription, { page, bankAsks }: Props['owed']) {
  if (state === 'past_due')
    return bankAsks ? 'contract.bankAsks' : page ? 'contract.pastDuePage' : 'contract.pastDue'
  if (state === 'canceled') return 'contract.canceled'
  return means === 'crypto' ? 'contract.crypto' : 'contract.active'
}
