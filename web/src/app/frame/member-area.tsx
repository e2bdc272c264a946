import { memo, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { type StaffRole, useSession } from '#lib/session/session.tsx'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { useInstallOffer } from '../notices/install-offer.ts'
import { install } from '../notices/installation.ts'
import { OfflineNotice } from '../notices/offline-notice.tsx'
import { RefreshFailures } from '../notices/refresh-failures.tsx'
import { Palette, preloadPalette } from '../palette/palette.tsx'
import { useCalm } from '../routing/idle-preload.ts'
import type { Audience } from '../routing/screens.ts'
import { SessionBoundary } from '../session-boundary.tsx'
import { Rail } from './rail.tsx'
import { useShortcuts } from './shortcuts.ts'
import { SkipLink } from './skip-link.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

// Fetched by staff only.
const OfficeRail = lazyFramePart(() =>
  import('../office/office-rail.tsx').then((rail) => ({ default: rail.OfficeRail })),
)
const OfficeTabBar = lazyFramePart(() =>
  import('../office/office-tab-bar.tsx').then((bar) => ({ default: bar.OfficeTabBar })),
)
const ShortcutsDialog = lazyFramePart(() => import('./shortcuts-dialog.tsx'))
const StaffProofNotice = lazyFramePart(async () => ({
  default: (await import('../office/staff-proof-notice.tsx')).StaffProofNotice,
}))
const NotFound = lazyFramePart(() => import('../not-found.tsx'))
const DeletionNotice = lazyFramePart(() => import('../notices/deletion-notice.tsx'))
const HeadNotice = lazyFramePart(() => import('../notices/head-notice.tsx'))
const InstallPrompt = lazyFramePart(() => import('../notices/install-prompt.tsx'))
const SessionExpiredDialog = lazyFramePart(() => import('../notices/session-expired-dialog.tsx'))

type Props = { audience: Audience; children: ReactNode }

/** The member area: rail and top bar on a desktop, tab bar on a phone. Visitors may enter `anyone` screens only. */
export default memo(function MemberArea(props: Props) {
  return (
    <QueryBoundary>
      <SessionBoundary>
        <Guarded {...props} />
      </SessionBoundary>
    </QueryBoundary>
  )
})

function Guarded({ audience, children }: Props) {
  const session = useSession()
  const { palette, help } = useShortcuts()
  const installing = useInstallOffer().open
  useEffect(install, [])
  const calm = useCalm()

  if (session.status === 'loading') return <FullScreenSpinner />
  if (session.status === 'signed-out' && audience !== 'anyone') return <ToLogin />
  if (session.status === 'signed-in' && session.secondFactorDue && !session.expired)
    return <ToLogin hasSession />
  const office = officeRole(audience, session.staffRole)
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      {office ? (
        <Suspense fallback={<div className="hidden w-rail shrink-0 border-r border-line lg:block" />}>
          <OfficeRail role={office} />
        </Suspense>
      ) : (
        <Rail />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar onSearch={() => palette.setOpen(true)} onSearchNear={preloadPalette} />
        <OfflineNotice userId={session.user?.id ?? null} />
        {session.staffRole ? (
          <Suspense fallback={null}>
            <StaffProofNotice />
          </Suspense>
        ) : null}
        <Suspense fallback={null}>{session.status === 'signed-in' && <DeletionNotice />}</Suspense>
        <Suspense fallback={null}>{calm && <HeadNotice />}</Suspense>
        <main
          id="content"
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col pb-tabs outline-none lg:pb-0"
        >
          {isOffice(audience) && !office ? (
            <Suspense fallback={null}>
              <NotFound />
            </Suspense>
          ) : (
            children
          )}
        </main>
      </div>
      {office ? (
        <Suspense fallback={null}>
          <OfficeTabBar role={office} />
        </Suspense>
      ) : (
        <TabBar />
      )}
      <RefreshFailures />
      <Suspense fallback={null}>
        {palette.wanted && <Palette open={palette.open} onOpenChange={palette.setOpen} />}
        {help.wanted && <ShortcutsDialog open={help.open} onOpenChange={help.setOpen} />}
        {installing && <InstallPrompt />}
        {session.status === 'signed-in' && session.expired && <SessionExpiredDialog />}
      </Suspense>
    </div>
  )
}

/**
 * The log-in screen asks for the second factor of a session that has none yet. Without a session, what the address has after `#` can be
 * the error of an auth link, which that screen explains.
 */
function ToLogin({ hasSession = false }: { hasSession?: boolean }) {
  const { pathname, search, hash } = useLocation()
  const next = pathname + search + (hasSession ? hash : '')
  return <Navigate to={`/login?next=${encodeURIComponent(next)}${hasSession ? '' : hash}`} replace />
}

const isOffice = (audience: Audience) => audience === 'staff' || audience === 'admin'

/** The reader's staff role on a back-office screen; null elsewhere, and for readers who may not see that screen. */
function officeRole(audience: Audience, role: StaffRole | null): StaffRole | null {
  if (!isOffice(audience)) return null
  return audience === 'staff' || role === 'admin' ? role : null
}
