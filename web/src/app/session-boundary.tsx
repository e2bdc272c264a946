import { type ReactNode, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { SessionProvider } from '#lib/session/session.tsx'

/** Provides the session to its children, and navigates on the auth events that require it. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const onRecovery = useCallback(
    () => void navigate('/password-reset?step=new', { replace: true }),
    [navigate],
  )
  const onSignedOut = useCallback(() => void navigate('/login', { replace: true }), [navigate])
  return (
    <SessionProvider onRecovery={onRecovery} onSignedOut={onSignedOut}>
      {children}
    </SessionProvider>
  )
}
