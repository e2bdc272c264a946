import { type ReactNode, useCallback } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { SessionProvider } from '#lib/session/session.tsx'

/** Provides the session to its children, and navigates on the auth events that require it. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const onRecovery = useCallback(() => navigate('/password-reset?step=new', { replace: true }), [navigate])
  const onSignedOut = useCallback(() => navigate('/login', { replace: true }), [navigate])
  return (
    <SessionProvider onRecovery={onRecovery} onSignedOut={onSignedOut}>
      {children}
    </SessionProvider>
  )
}
