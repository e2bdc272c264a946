// Owns the page behind a mail's "stop this change" link. Opening it changes nothing, because mail scanners open links; the
// button stops the change. The feature supplies the change and its words.
import type { UseQueryResult } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import type { PublicReadError } from '#lib/data/public-rpc.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props<Change> = {
  /** Null data, or a refused token, means that the link is no longer valid. */
  change: UseQueryResult<Change | null>
  stop: { isPending: boolean; isError: boolean; mutate: (_: undefined) => void }
  isOpen: (change: Change) => boolean
  /** Whether a new password is to be set here; otherwise the link for it was sent by mail. */
  asksPassword: boolean
  words: { title: string; invalid: string; failed: string; stop: string; password: string }
  children: (change: Change) => ReactNode
}

export function StopPage<Change extends { state: string }>({
  change,
  stop,
  isOpen,
  asksPassword,
  words,
  children,
}: Props<Change>) {
  const { data } = change
  const isInvalid = data === null || (change.error as PublicReadError | null)?.status === 400
  const Icon = data?.state === 'stopped' ? ShieldCheck : ShieldAlert
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-4 py-10 md:px-6 md:py-16">
      <PageTitle>{words.title}</PageTitle>
      {change.isPending ? <Skeleton className="h-40" /> : null}
      {change.isLoadingError && !isInvalid ? <ErrorState onRetry={() => void change.refetch()} /> : null}
      {isInvalid ? <Notice refusal>{words.invalid}</Notice> : null}
      {data ? (
        <Card className="grid justify-items-start gap-4 p-5 md:p-6">
          <Icon className="size-5 text-muted" strokeWidth={1.75} aria-hidden />
          {children(data)}
          {stop.isError ? <Notice refusal>{words.failed}</Notice> : null}
          {isOpen(data) ? (
            <Button variant="primary" busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
              {words.stop}
            </Button>
          ) : asksPassword ? (
            <Button asChild>
              <Link to="/password-reset">{words.password}</Link>
            </Button>
          ) : null}
        </Card>
      ) : null}
    </div>
  )
}
