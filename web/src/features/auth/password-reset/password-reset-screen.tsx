import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import { useSession } from '#lib/session/session.tsx'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { linkError } from '../auth-calls.ts'
import { SecondFactorCard } from '../second-factor/second-factor-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetRequestForm } from './reset-request-form.tsx'

/** Asks where to send the link; once a recovery link has opened a session, asks for the new password. */
export default function PasswordResetScreen() {
  const session = useSession()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)

  useEffect(() => {
    linkError().then((error) => {
      if (error) setRefusal(authErrorKey(error))
    })
  }, [])

  if (params.get('step') === 'new') {
    if (session.status === 'loading') return <FullScreenSpinner />
    if (session.status === 'signed-in' && session.secondFactorDue)
      return <SecondFactorCard user={session.user} />
    if (session.status === 'signed-in') return <NewPasswordForm search={search} />
  }
  return <ResetRequestForm refusal={refusal} search={search} />
}
