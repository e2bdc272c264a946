import { useState } from 'react'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { authErrorKey } from '#lib/session/auth-error.ts'
import { useAuthSettings } from '#lib/session/auth-settings.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { tryWithoutAccount } from '../auth-calls.ts'

/** The terms of an account, and the trial for people who want to look around first. */
export function BelowSignUp() {
  const { t, i18n } = useTranslation('auth')
  const settings = useAuthSettings()
  const [busy, setBusy] = useState(false)
  const look = async () => {
    setBusy(true)
    try {
      await tryWithoutAccount(i18n.language, Intl.DateTimeFormat().resolvedOptions().timeZone)
    } catch (error) {
      toast({ title: t(`errors.${authErrorKey(error)}`), variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <div className="mt-4">
      <p className="text-12 text-pretty text-muted">
        <Trans
          t={t}
          i18nKey="signup.legal"
          components={{ terms: <Link to="/cgv" />, privacy: <Link to="/confidentialite" /> }}
        />
      </p>
      {settings?.external.anonymous_users ? (
        <Button variant="ghost" block className="mt-3" disabled={busy} onClick={() => void look()}>
          {t('signup.tryFirst')}
        </Button>
      ) : null}
    </div>
  )
}
