import { useQuery } from '@tanstack/react-query'
import { BookmarkCheck, Receipt } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useLiveMoney } from '#lib/money/live-money.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { AwaitedCard } from './awaited-card.tsx'
import { CheckoutFrame } from './checkout-frame.tsx'
import { ConfirmedCard } from './confirmed-card.tsx'
import { CryptoCard } from './crypto/crypto-card.tsx'
import { CryptoOpen } from './crypto/crypto-open.tsx'
import { isOpen } from './crypto/crypto-state.ts'
import { FailedCard } from './failed-card.tsx'
import { type CheckoutState, checkoutQuery } from './queries.ts'

const NUMBER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The outcome of an order (S-107), from the server's state alone: the address only names the order. */
export default function PaymentSuccessScreen() {
  const { t } = useTranslation('payment')
  const session = useSession()
  const [search] = useSearchParams()
  const id = search.get('commande') ?? ''
  const named = NUMBER.test(id)
  useLiveMoney(session.user?.id ?? null)
  const state = useQuery({ ...checkoutQuery(id), enabled: named && session.status === 'signed-in' })
  const now = useNow()
  if (session.status !== 'signed-in') return null
  const wide = state.data?.checkout.means === 'crypto' && isOpen(state.data, now)
  const missing = !named || (state.error as { message?: string } | null)?.message === 'no_such_checkout'
  return (
    <CheckoutFrame
      test={state.data?.checkout.provider === 'sandbox'}
      back={{ to: '/mon-compte?onglet=abonnement', label: t('backToAccount') }}
      aside={
        wide ? (
          <>
            <BookmarkCheck size={14} strokeWidth={1.75} aria-hidden />
            {t('success.purpose')}
          </>
        ) : undefined
      }
    >
      <div className={wide ? undefined : 'mx-auto w-full max-w-165'}>
        {/* An order that can be paid says itself what is to be done. */}
        {wide ? null : (
          <header className="mb-4">
            <PageTitle>{t('success.title')}</PageTitle>
            <p className="mt-0.5 text-13 text-muted">{t('success.purpose')}</p>
          </header>
        )}
        {missing ? (
          <EmptyState
            icon={<Receipt size={20} strokeWidth={1.75} aria-hidden />}
            title={t('success.none')}
            action={
              <Button asChild variant="outline">
                <Link to="/mon-compte?onglet=abonnement">{t('toAccount')}</Link>
              </Button>
            }
          >
            {t('success.noneText')}
          </EmptyState>
        ) : state.isLoadingError ? (
          <ErrorState onRetry={() => void state.refetch()} />
        ) : state.data ? (
          wide ? (
            <CryptoOpen state={state.data} />
          ) : (
            <Card className="p-5 md:p-8">
              <State state={state.data} />
            </Card>
          )
        ) : (
          <Skeleton className="h-120 w-full" />
        )}
      </div>
    </CheckoutFrame>
  )
}

function State({ state }: { state: CheckoutState }) {
  const { checkout } = state
  if (checkout.state === 'paid') return <ConfirmedCard state={state} />
  if (checkout.means === 'crypto') return <CryptoCard state={state} />
  if (checkout.state === 'failed' || checkout.state === 'expired') return <FailedCard checkout={checkout} />
  return <AwaitedCard state={state} />
}
