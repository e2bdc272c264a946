import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
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
import { securityChangeQuery, useStopChange } from './stop-change.ts'

/** Where the mail about a new way into an account leads, signed in or not. Opening it changes nothing; the button stops the change. */
export default function StopChangeScreen() {
  // Visitors' pages come without the data cache.
  return (
    <QueryBoundary>
      <StopChange />
    </QueryBoundary>
  )
}

function StopChange() {
  const { t } = useTranslation('auth')
  const format = useFormat()
  const [search] = useSearchParams()
  const token = search.get('jeton') ?? ''
  const change = useQuery(securityChangeQuery(token))
  const stop = useStopChange(token)
  const { data } = change
  const invalid = data === null || (change.error as PublicReadError | null)?.status === 400
  const Icon = data?.state === 'stopped' ? ShieldCheck : ShieldAlert
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-4 py-10 md:px-6 md:py-16">
      <PageTitle>{t('stop.title')}</PageTitle>
      {change.isPending ? <Skeleton className="h-40" /> : null}
      {change.isError && !invalid ? <ErrorState onRetry={() => void change.refetch()} /> : null}
      {invalid ? <Notice refusal>{t('stop.invalid')}</Notice> : null}
      {data ? (
        <Card className="grid justify-items-start gap-4 p-5 md:p-6">
          <Icon className="size-5 text-muted" strokeWidth={1.75} aria-hidden />
          <p className="font-semibold">
            {t(`stop.kinds.${data.kind}`)}
            <span className="block text-13 font-normal text-muted">{format.dateTime(data.at)}</span>
          </p>
          <p role="status" className="text-pretty">
            {stop.data?.mailed ? t('stop.mailed', { email: stop.data.email ?? '' }) : t(`stop.${data.state}`)}
          </p>
          {stop.isError ? <Notice refusal>{t('stop.failed')}</Notice> : null}
          {data.state === 'open' ? (
            <Button variant="primary" busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
              {t('stop.do')}
            </Button>
          ) : stop.data?.mailed ? null : (
            <Button asChild>
              <Link to="/password-reset">{t('stop.password')}</Link>
            </Button>
          )}
        </Card>
      ) : null}
    </div>
  )
}
