import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { NETWORK_NAMES } from 'payments/wallet-network'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import type { PublicReadError } from '#lib/public-rpc.ts'
import { QueryBoundary } from '#lib/query-boundary.tsx'
import { Link } from '#lib/router-link.tsx'
import { useSearchParams } from '#lib/search-params.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useStopWalletChange, walletChangeQuery } from './queries.ts'

/** Where the mail about a new payout address leads, signed in or not. Opening it changes nothing; the button stops the change. */
export default function StopWalletScreen() {
  // Visitors' pages come without the data cache.
  return (
    <QueryBoundary>
      <StopWallet />
    </QueryBoundary>
  )
}

function StopWallet() {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const [search] = useSearchParams()
  const token = search.get('jeton') ?? ''
  const change = useQuery(walletChangeQuery(token))
  const stop = useStopWalletChange(token)
  const invalid = change.data === null || (change.error as PublicReadError | null)?.status === 400
  const Icon = change.data?.state === 'stopped' ? ShieldCheck : ShieldAlert
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-4 py-10 md:px-6 md:py-16">
      <PageTitle>{t('stop.title')}</PageTitle>
      {change.isPending ? <Skeleton className="h-40" /> : null}
      {change.isError && !invalid ? <ErrorState onRetry={() => void change.refetch()} /> : null}
      {invalid ? <Notice refusal>{t('stop.invalid')}</Notice> : null}
      {change.data ? (
        <Card className="grid justify-items-start gap-4 p-5 md:p-6">
          <Icon className="size-5 text-muted" strokeWidth={1.75} aria-hidden />
          <p role="status" className="text-pretty">
            {t(`stop.${change.data.state}`, { date: format.dateTime(change.data.usable_at) })}
          </p>
          <p className="text-13 text-muted">
            {change.data.currency} · {NETWORK_NAMES[change.data.network]} ·{' '}
            <span className="font-mono">{change.data.address}</span>
          </p>
          {stop.isError ? <Notice refusal>{t('stop.failed')}</Notice> : null}
          {change.data.state === 'held' ? (
            <Button variant="primary" busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
              {t('stop.do')}
            </Button>
          ) : (
            <Button asChild>
              <Link to="/password-reset">{t('stop.password')}</Link>
            </Button>
          )}
        </Card>
      ) : null}
    </div>
  )
}
