import { Outlet, ScrollRestoration } from 'react-router'
import { SessionBoundary } from './session-boundary.tsx'

/** Log-in, sign-up and reset draw their whole page themselves. */
export default function EntryLayout() {
  return (
    <SessionBoundary>
      <Outlet />
      <ScrollRestoration />
    </SessionBoundary>
  )
}
