import { Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import { useAuthSettings } from '#lib/session/auth-settings.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { linkError, sendSignInLink, tryWithoutAccount } from './auth-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { LoginForm } from './login-form.tsx'
import { entryPath, nextPath } from './next-path.ts'

// Steps that most visits never reach are fetched on demand.
const MailCodeCard = lazyPart(async () => ({
  default: (await import('./second-factor/mail-code-card.tsx')).MailCodeCard,
}))
const SecondFactorCard = lazyPart(async () => ({
  default: (await import('./second-factor/second-factor-card.tsx')).SecondFactorCard,
}))

/** Signs in by password or another method, then by second factor if the account has one. */
export default function LoginScreen() {
  const { t, i18n } = useTranslation('auth')
  const { search } = useLocation()
  const session = useSession()
  const settings = useAuthSettings()
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    linkError().then((error) => {
      if (error) setRefusal(authErrorKey(error))
    })
  }, [])

  if (session.status === 'signed-in') {
    if (session.secondFactorDue) {
      return (
        <Suspense fallback={<FullScreenSpinner />}>
          <SecondFactorCard user={session.user} />
        </Suspense>
      )
    }
    return <Navigate to={nextPath(search, location.origin)} replace />
  }
  const path = entryPath('/login', search)
  const attempt = async (way: () => Promise<void>) => {
    setRefusal(null)
    setBusy(true)
    try {
      await way()
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
    setBusy(false)
  }
  const sendLink = (email: string) =>
    attempt(async () => {
      await sendSignInLink(email, path)
      setSentTo(email)
    })
  const look = () =>
    attempt(() => tryWithoutAccount(i18n.language, Intl.DateTimeFormat().resolvedOptions().timeZone))
  return (
    <>
      {sentTo === null ? null : (
        <Suspense fallback={<FullScreenSpinner />}>
          <MailCodeCard
            email={sentTo}
            kind="magic"
            onResend={() => sendSignInLink(sentTo, path)}
            onChange={() => setSentTo(null)}
          />
        </Suspense>
      )}
      <div hidden={sentTo !== null}>
        <EntryCard
          title={t('login.title')}
          purpose={t('login.purpose')}
          below={
            <>
              {t('login.noAccount')} <Link to={entryPath('/signup', search)}>{t('login.create')}</Link>
              {settings?.external.anonymous_users ? (
                <Button variant="ghost" block className="mt-2" disabled={busy} onClick={() => void look()}>
                  {t('ways.try')}
                </Button>
              ) : null}
            </>
          }
        >
          <LoginForm
            settings={settings}
            path={path}
            search={search}
            refusal={refusal}
            busy={busy}
            onTry={attempt}
            onMailLink={sendLink}
          />
        </EntryCard>
      </div>
    </>
  )
}
