import { type ReactNode, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useSession } from '#lib/session/session.tsx'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { OfflineNotice } from '../notices/offline-notice.tsx'
import { RefreshFailures } from '../notices/refresh-failures.tsx'
import { SessionBoundary } from '../session-boundary.tsx'
import { SkipLink } from './skip-link.tsx'

const SessionExpiredDialog = lazyFramePart(() => import('../notices/session-expired-dialog.tsx'))

/** The payment screens: neither rail nor tab bar, so that little leads away. The screens draw their whole page themselves. */
export default function CheckoutArea({ children }: { children: ReactNode }) {
  return (
    <QueryBoundary>
      <SessionBoundary>
        <Guarded>{children}</Guarded>
      </SessionBoundary>
    </QueryBoundary>
  )
}

/** Visitors log in or sign up first, then return to the same order. */
function Guarded({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status === 'loading') return <FullScreenSpinner />
  const next = encodeURIComponent(pathname + search)
  if (session.status !== 'signed-in') {
    // New visitors choose a plan; an existing order belongs to somebody with an account.
    const entry = new URLSearchParams(search).has('plan') ? '/signup' : '/login'
    return <Navigate to={`${entry}?next=${next}`} replace />
  }
  if (session.secondFactorDue && !session.expired) return <Navigate to={`/login?next=${next}`} replace />
  return (
    <>
      <SkipLink />
      <OfflineNotice userId={session.user.id} />
      {children}
      <RefreshFailures />
      <Suspense fallback={null}>{session.expired && <SessionExpiredDialog />}</Suspense>
    </>
  )
}
