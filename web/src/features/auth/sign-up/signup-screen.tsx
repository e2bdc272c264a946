import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '#lib/session/session.tsx'
import { resendConfirmation } from '../auth-calls.ts'
import { entryPath, nextPath } from '../next-path.ts'
import { MailCodeCard } from '../second-factor/mail-code-card.tsx'
import { PhoneCodeCard } from '../second-factor/phone-code-card.tsx'
import type { SignedUp } from './sign-up.ts'
import { SignUpPage } from './sign-up-page.tsx'

/** Creates the account; if the address must be confirmed first, says where the mail was sent. */
export default function SignUpScreen() {
  const { search } = useLocation()
  const session = useSession()
  const [waiting, setWaiting] = useState<SignedUp['sentTo'] | null>(null)

  if (session.status === 'signed-in') return <Navigate to={nextPath(search, location.origin)} replace />
  const again = () => setWaiting(null)
  return (
    <>
      {waiting && 'email' in waiting ? (
        <MailCodeCard
          email={waiting.email}
          kind="confirm"
          onResend={() => resendConfirmation(waiting, entryPath('/login', search))}
          onChange={again}
        />
      ) : null}
      {waiting && 'phone' in waiting ? <PhoneCodeCard phone={waiting.phone} onChange={again} /> : null}
      <div hidden={waiting !== null}>
        <SignUpPage
          onSignedUp={({ open, sentTo }) => {
            if (!open) setWaiting(sentTo)
          }}
        />
      </div>
    </>
  )
}
