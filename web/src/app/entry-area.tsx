import type { ReactNode } from 'react'
import { SessionBoundary } from './session-boundary.tsx'

/** Log-in, sign-up and reset draw their whole page themselves. */
export default function EntryArea({ children }: { children: ReactNode }) {
  return <SessionBoundary>{children}</SessionBoundary>
}
