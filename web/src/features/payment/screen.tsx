import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { likelyCountry } from '#lib/language/countries.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useLiveMoney } from '#lib/money/live-money.ts'
import { billingDetailsQuery, meansQuery } from '#lib/money/money.ts'
import { type Period, priceOf } from '#lib/money/plan.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { displayName } from '#lib/session/person-name.ts'
import { useSession } from '#lib/session/session.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { PendingOrderCard } from '#parts/money/pending-order.tsx'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ChangeForm } from './change-form.tsx'
import { CheckoutFrame } from './checkout-frame.tsx'
import { OrderForm } from './order-form.tsx'
import { contractPlanQuery, runningQuery } from './queries.ts'

/** Subscribes to a plan (S-107) or changes the current one; plan and period are in the address. */
export default function PaymentScreen() {
  const { t } = useTranslation('payment')
  const session = useSession()
  const userId = session.user?.id ?? ''
  useLiveMoney(session.user?.id ?? null)
  const plans = useQuery(plansOnSale)
  const means = useQuery(meansQuery)
  const running = useQuery({ ...runningQuery(userId), enabled: userId !== '' })
  const billing = useQuery({ ...billingDetailsQuery(userId), enabled: userId !== '' })
  const [search, setSearch] = useSearchParams()
  const [provider, setProvider] = useState<string | null>(null)
  // A test contract must not block a purchase once the sandbox is switched off: the first payment ends it.
  const over =
    running.data?.provider === 'sandbox' &&
    means.data?.some(({ provider }) => provider === 'sandbox') === false
  const contract = over ? null : (running.data ?? null)
  const renewal = contract?.means === 'crypto'
  const renewed = useQuery({ ...contractPlanQuery(contract ?? NO_CONTRACT), enabled: renewal })
  if (session.status !== 'signed-in') return null

  const paid = (plans.data ?? []).filter(({ tier }) => tier === 'premium')
  const asked = search.get('plan') ?? contract?.plan
  const plan = renewal ? renewed.data : (paid.find(({ slug }) => slug === asked) ?? paid[0])
  const period: Period = renewal
    ? contract.period
    : (search.get('period') ?? contract?.period) === 'year'
      ? 'year'
      : 'month'
  const choose = (slug: string, next: Period) =>
    setSearch(() => new URLSearchParams({ plan: slug, period: next }), { replace: true })
  const offered = (means.data ?? []).filter((one) => !renewal || one.means === 'crypto')
  const reads = [plans, means, running, billing, ...(renewal ? [renewed] : [])]
  const failed = reads.find(({ isLoadingError }) => isLoadingError)
  const test =
    (contract && !renewal ? contract.provider : (provider ?? means.data?.[0]?.provider)) === 'sandbox'
  const example = plan && priceOf(plan, period)?.demonstration

  return (
    <CheckoutFrame
      test={test}
      back={
        contract
          ? { to: '/mon-compte?onglet=abonnement', label: t('backToAccount') }
          : { to: '/abonnements', label: t('back') }
      }
    >
      <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <HelpTitle
            article={contract && !renewal ? 'formules-et-prix' : 'payer-par-carte'}
            className="text-28!"
          >
            {t(contract ? (renewal ? 'renewal.title' : 'change.title') : 'title')}
          </HelpTitle>
          <p className="mt-0.5 text-pretty text-muted">
            {t(contract ? (renewal ? 'renewal.purpose' : 'change.purpose') : 'purpose')}
          </p>
        </div>
        {example ? <Badge tone="line">{t('example')}</Badge> : null}
      </header>
      <div className="mb-4 empty:hidden">
        <PendingOrderCard userId={userId} ordering />
      </div>
      {failed ? (
        <ErrorState onRetry={() => void Promise.all(reads.map((one) => one.refetch()))} />
      ) : reads.some(({ isPending }) => isPending) ? (
        <Waiting />
      ) : session.user.is_anonymous ? (
        <EmptyState title={t('trial.title')}>
          {t('trial.text')} <Link to="/mon-compte">{t('trial.action')}</Link>
        </EmptyState>
      ) : !plan || (offered.length === 0 && !contract) ? (
        <EmptyState title={t('closed.title')}>
          {t('closed.text')} <Link to="/signaux">{t('toSignals')}</Link>
        </EmptyState>
      ) : contract && !renewal ? (
        <ChangeForm plans={paid} plan={plan} period={period} onPlan={choose} running={contract} />
      ) : (
        <OrderForm
          plans={paid}
          plan={plan}
          period={period}
          onPlan={choose}
          offered={offered}
          details={billing.data ?? blank(displayName(session.user))}
          renewal={renewal}
          onMeans={setProvider}
        />
      )}
    </CheckoutFrame>
  )
}

const NO_CONTRACT = { plan: '', period: 'month', amount: 0, currency: '' } as const

const blank = (name: string) => ({
  name,
  address: '',
  postcode: '',
  city: '',
  country: likelyCountry(navigator.languages),
  vat_number: null,
})

function Waiting() {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)] lg:gap-6" aria-busy="true">
      <div className="grid content-start gap-4">
        <Skeleton className="h-44 w-full" />
        <Skeleton className="h-80 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
      <Skeleton className="h-120 w-full" />
    </div>
  )
}
