import type { User } from '@supabase/auth-js'
import { Fingerprint, Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { confirmMailCode, sendSignInLink, signIn, signInWithPasskey } from '#features/auth/auth-calls.ts'
import { ResendButton } from '#features/auth/resend-button.tsx'
import { useCodeEntry } from '#features/auth/second-factor/use-code-entry.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import { knowsPasskeys } from '#lib/session/passkey-support.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { Notice } from '#ui/notice.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Ways to sign in again after the session expired, without leaving the page. */
export function ExpiredWays({ user }: { user: User }) {
  const { t } = useTranslation('shell')
  const { t: sentence } = useTranslation('auth')
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const [busy, setBusy] = useState(false)
  const [coded, setCoded] = useState(false)
  // The auth service returns an absent address as an empty string.
  const email = user.email || null
  const name = email ?? `+${user.phone}`
  const attempt = async (way: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await way()
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    void attempt(() => signIn(email ? { email } : { phone: name }, password))
  }
  const send = (address: string) => () => sendSignInLink(address, '/login')
  if (email && coded) return <CodeWay email={email} onSend={send(email)} onBack={() => setCoded(false)} />
  return (
    <>
      <form onSubmit={submit} className="grid gap-3">
        <input
          type={email ? 'email' : 'tel'}
          name="username"
          autoComplete="username"
          value={name}
          readOnly
          hidden
        />
        <Field label={t('expired.password', { name })} error={refusal && sentence(`errors.${refusal}`)}>
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={busy}>
          {t('expired.back')}
        </Button>
      </form>
      {knowsPasskeys() ? (
        <Button
          variant="outline"
          size="lg"
          block
          disabled={busy}
          icon={<Fingerprint {...icon} />}
          onClick={() => void attempt(signInWithPasskey)}
        >
          {sentence('ways.passkey')}
        </Button>
      ) : null}
      {email ? (
        <Button
          variant="outline"
          size="lg"
          block
          disabled={busy}
          icon={<Mail {...icon} />}
          onClick={() =>
            void attempt(async () => {
              await send(email)()
              setCoded(true)
            })
          }
        >
          {t('expired.code')}
        </Button>
      ) : null}
    </>
  )
}

type CodeProps = { email: string; onSend: () => Promise<void>; onBack: () => void }

function CodeWay({ email, onSend, onBack }: CodeProps) {
  const { t } = useTranslation('shell')
  const { t: sentence } = useTranslation('auth')
  const { code, setCode, busy, refusal, tell, check } = useCodeEntry((token) => confirmMailCode(email, token))
  return (
    <>
      <p className="text-13 text-pretty text-muted">{t('expired.sent', { name: email })}</p>
      {refusal ? <Notice refusal>{sentence(`errors.${refusal}`)}</Notice> : null}
      <Field label={sentence('code.label')} hint={sentence('confirm.spam')}>
        <CodeInput value={code} onChange={setCode} onComplete={check} busy={busy} autoFocus />
      </Field>
      <ResendButton
        label={sentence('code.resend')}
        waiting={(time) => sentence('code.resendIn', { time })}
        onSend={() => tell(onSend())}
      />
      <Button variant="outline" size="lg" block onClick={onBack}>
        {t('expired.withPassword')}
      </Button>
    </>
  )
}
