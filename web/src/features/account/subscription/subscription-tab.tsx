import { useQuery } from '@tanstack/react-query'
import { useNow } from '#lib/live/use-now.ts'
import type { Tier } from '#lib/session/session.tsx'
import { PendingOrderCard } from '#parts/money/pending-order.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { premiumQuery } from '../queries.ts'
import { AccessCard } from './access-card.tsx'
import { accessSpan } from './access-span.ts'
import { AllowancesCard } from './allowances-card.tsx'
import { BillingCard } from './billing-card.tsx'
import { ClaimCard } from './claim-card.tsx'
import { ContractCard } from './contract-card.tsx'
import { ContractSettings } from './contract-settings.tsx'
import { InvoicesCard } from './invoices-card.tsx'
import { MoneyLineCard } from './money-line-card.tsx'
import { ownSubscriptionQuery } from './subscription-queries.ts'
import { WithdrawalCard } from './withdrawal-card.tsx'

/** The member's plan, its costs and dates, every action on it (S-12, S-47), and its history. */
export function SubscriptionTab({ userId, tier }: { userId: string; tier: Tier }) {
  const now = useNow()
  const own = useQuery(ownSubscriptionQuery)
  const periods = useQuery(premiumQuery(userId))
  if (own.isLoadingError || periods.isLoadingError)
    return <ErrorState onRetry={() => void Promise.all([own.refetch(), periods.refetch()])} />
  if (!own.data || !periods.data) return <Skeleton className="h-60 w-full" />
  const { subscription, plan, withdrawal } = own.data
  const contract = subscription && subscription.state !== 'expired' ? subscription : null
  const span = accessSpan(periods.data, now)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
      <div className="grid min-w-0 gap-4">
        <PendingOrderCard userId={userId} />
        <ClaimCard />
        {contract && plan ? (
          <>
            <ContractCard
              contract={contract}
              plan={plan}
              charge={own.data.next_charge}
              owed={{ page: own.data.pay_page, bankAsks: own.data.bank_asks === true }}
              withdrawal={withdrawal?.possible ? withdrawal : null}
              now={now}
            />
            <ContractSettings contract={contract} billing={own.data.billing} tax={own.data.tax} />
            {withdrawal?.possible ? (
              <WithdrawalCard contract={contract} quote={withdrawal} now={now} />
            ) : null}
          </>
        ) : (
          <>
            <AccessCard tier={tier} span={span} now={now} ended={subscription?.ended_at ?? null} />
            <BillingCard access={span ? 'period' : tier === 'premium' ? 'staff' : 'free'} />
          </>
        )}
        <InvoicesCard userId={userId} />
      </div>
      <div className="grid min-w-0 gap-4">
        <AllowancesCard />
        <MoneyLineCard />
      </div>
    </div>
  )
}
