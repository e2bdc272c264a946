import { useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { useSession } from '#lib/session.tsx'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { CommandPalette } from './command-palette.tsx'
import NotFound from './not-found.tsx'
import { Rail } from './rail.tsx'
import { SessionBoundary } from './session-boundary.tsx'
import { SkipLink } from './skip-link.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** The member area: rail and top bar on a desk, tab bar on a phone. `open` lets visitors in. */
export default function MemberLayout({ open = false }: { open?: boolean }) {
  return (
    <SessionBoundary>
      <Guarded open={open} />
      <ScrollRestoration />
    </SessionBoundary>
  )
}

function Guarded({ open }: { open: boolean }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const matches = useMatches()
  const [searching, setSearching] = useState(false)
  const staffOnly = matches.some(
    ({ handle }) => (handle as { audience?: string } | undefined)?.audience === 'staff',
  )

  if (session.status === 'loading') return <FullScreenSpinner />
  if (session.status === 'signed-out' && !open) {
    return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />
  }
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar onSearch={() => setSearching(true)} />
        <main id="content" className="flex min-w-0 flex-1 flex-col pb-16 lg:pb-0">
          {staffOnly && session.staffRole === null ? <NotFound /> : <Outlet />}
        </main>
      </div>
      <TabBar />
      <CommandPalette open={searching} onOpenChange={setSearching} />
    </div>
  )
}
