import { type ReactNode, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { SessionProvider } from '#lib/session/session.tsx'

/** Gives the session to what is inside, and acts on the events that lead elsewhere. */
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
