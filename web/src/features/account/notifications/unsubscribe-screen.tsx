import { useQuery } from '@tanstack/react-query'
import { MailCheck, MailX } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useSearchParams } from '#lib/browser/search-params.ts'
import type { PublicReadError } from '#lib/data/public-rpc.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { subscriptionQuery, useUnsubscribe } from './notification-queries.ts'

/**
 * The page behind a mail's unsubscribe link, with or without a session. Opening it changes nothing; its button unsubscribes,
 * and reverts that.
 */
export default function UnsubscribeScreen() {
  // Visitors' pages load without the data cache.
  return (
    <QueryBoundary>
      <Unsubscribe />
    </QueryBoundary>
  )
}

function Unsubscribe() {
  const { t } = useTranslation('account')
  const [search] = useSearchParams()
  const token = search.get('jeton') ?? ''
  const subscription = useQuery(subscriptionQuery(token))
  const change = useUnsubscribe(token)
  const invalid = subscription.data === null || (subscription.error as PublicReadError | null)?.status === 400
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-10 md:px-6 md:py-16">
      <PageTitle>{t('unsubscribe.title')}</PageTitle>
      {subscription.isPending ? <Skeleton className="mt-6 h-40" /> : null}
      {subscription.isLoadingError && !invalid ? (
        <ErrorState className="mt-6" onRetry={() => void subscription.refetch()} />
      ) : null}
      {invalid ? (
        <div className="mt-6">
          <Notice refusal>{t('unsubscribe.invalid')}</Notice>
        </div>
      ) : null}
      {subscription.data ? (
        <Card className="mt-6 grid justify-items-start gap-4 p-5 md:p-6">
          {subscription.data.subscribed ? (
            <MailCheck className="size-5 text-muted" strokeWidth={1.75} aria-hidden />
          ) : (
            <MailX className="size-5 text-muted" strokeWidth={1.75} aria-hidden />
          )}
          <p role="status" className="text-pretty">
            {t(subscription.data.subscribed ? 'unsubscribe.on' : 'unsubscribe.off', {
              category: t(`notifications.categories.${subscription.data.category}`),
            })}
          </p>
          {change.isError ? <Notice refusal>{t('notifications.refused')}</Notice> : null}
          {subscription.data.subscribed ? (
            <Button variant="inverse" busy={change.isPending} onClick={() => change.mutate(false)}>
              {t('unsubscribe.leave')}
            </Button>
          ) : subscription.data.category === 'digest' ? null : (
            <Button variant="outline" busy={change.isPending} onClick={() => change.mutate(true)}>
              {t('unsubscribe.undo')}
            </Button>
          )}
          <Link
            to="/mon-compte?onglet=notifications"
            className="text-13 text-muted underline underline-offset-2 hover:text-text"
          >
            {t('unsubscribe.all')}
          </Link>
        </Card>
      ) : null}
    </div>
  )
}
