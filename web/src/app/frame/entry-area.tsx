import type { ReactNode } from 'react'
import { SessionBoundary } from '../session-boundary.tsx'
import { LanguageMenu } from './menus.tsx'

/** Log-in, sign-up and password reset draw their whole page themselves; this frame only adds the language menu. */
export default function EntryArea({ children }: { children: ReactNode }) {
  return (
    <SessionBoundary>
      <div className="absolute top-3 right-3 z-10 lg:top-4 lg:right-6">
        <LanguageMenu short />
      </div>
      {children}
    </SessionBoundary>
  )
}
