import { BadgeCheck, CircleAlert, CircleSlash2 } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { moneyRefusal, type Subscription, type WithdrawalQuote } from '#lib/money/money.ts'
import { refundSteps } from '#lib/money/refund-steps.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { ContractActions } from './contract-actions.tsx'
import { ContractSentence, type Owed } from './contract-sentence.tsx'
import { PeriodBar } from './period-bar.tsx'
import { PlannedChange } from './planned-change.tsx'
import { RefundCurve } from './refund-curve.tsx'
import { type OwnSubscription, useKeepPlan, useResume } from './subscription-queries.ts'

type Props = {
  contract: Subscription
  plan: NonNullable<OwnSubscription['plan']>
  charge: OwnSubscription['next_charge']
  owed: Owed
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
  const resume = useResume()
  const keep = useKeepPlan()
  const state = contract.state as keyof typeof STATES
  const { tone, Icon } = STATES[state]
  const failed = resume.error ?? keep.error
  // Two weeks of a year would be too narrow to be read.
  const refunds =
    withdrawal && contract.period === 'month'
      ? refundSteps(withdrawal, Date.parse(contract.current_period_start), now)
      : null
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
        <ContractSentence contract={contract} charge={charge} owed={owed} />
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
        <PlannedChange contract={contract} keep={keep} />
        {failed ? (
          <div className="mt-4">
            <Notice refusal>{money(`refusals.${moneyRefusal(failed)}`)}</Notice>
          </div>
        ) : null}
      </div>
      <ContractActions contract={contract} owed={owed} resume={resume} />
    </Card>
  )
}
