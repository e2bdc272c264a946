import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signIn } from '#features/auth/auth-calls.ts'
import { signOut } from '#lib/auth.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/auth-error.ts'
import { useTranslation } from '#lib/i18n.ts'
import { useSession } from '#lib/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

/** Over the page when the session ended by itself: back in with the password, and what was typed below is still there. */
export default function SessionExpiredDialog() {
  const { t } = useTranslation('app')
  const { t: sentence } = useTranslation('auth')
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const [busy, setBusy] = useState(false)
  if (session.status !== 'signed-in' || !session.expired) return null
  const { email, phone } = session.user
  const known = email ?? `+${phone}`

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setBusy(true)
    setRefusal(null)
    try {
      await signIn(email ? { email } : { phone: known }, password)
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
    setBusy(false)
  }
  const leave = async () => {
    await signOut()
    void navigate(`/login?next=${encodeURIComponent(pathname + search)}`, { replace: true })
  }
  return (
    <Dialog
      open
      closable={false}
      onOpenChange={() => undefined}
      title={t('expired.title')}
      description={t('expired.text')}
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <input type="email" name="username" autoComplete="username" value={known} readOnly hidden />
        <Field
          label={t('expired.password', { name: known })}
          error={refusal && sentence(`errors.${refusal}`)}
        >
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={() => void leave()}>
            {t('expired.other')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('expired.back')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
