import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { type Language, useTranslation } from '#lib/i18n.ts'
import { useSession } from '#lib/session.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { linkError, resendConfirmation, signIn } from './auth-calls.ts'
import { type AuthErrorKey, authErrorKey } from './auth-error.ts'
import { EntryCard } from './entry-card.tsx'
import { entryPath, nextPath } from './next-path.ts'
import { Notice } from './notice.tsx'
import { internationalNumber, phoneCountry } from './phone-number.ts'

type Name = 'identifier' | 'password'

export default function LoginScreen() {
  const { t, i18n } = useTranslation('auth')
  const { search } = useLocation()
  const session = useSession()
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const [resent, setResent] = useState(false)
  const [missing, setMissing] = useState<readonly Name[]>([])
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    linkError().then((error) => {
      if (error) setRefusal(authErrorKey(error))
    })
  }, [])

  if (session.status === 'signed-in') return <Navigate to={nextPath(search, location.origin)} replace />

  const value = (name: Name) => field(form.current, name)?.value ?? ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(null)
    setResent(false)
    const [identifier, password] = [value('identifier').trim(), value('password')]
    const empty = [...(identifier ? [] : ['identifier' as const]), ...(password ? [] : ['password' as const])]
    setMissing(empty)
    if (empty[0]) return field(form.current, empty[0])?.focus()
    setBusy(true)
    try {
      await signIn(await readIdentifier(identifier, i18n.language), password)
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
    setBusy(false)
  }
  const resend = async () => {
    try {
      await resendConfirmation(await readIdentifier(value('identifier').trim(), i18n.language), '/login')
      setRefusal(null)
      setResent(true)
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
  }
  return (
    <EntryCard
      title={t('login.title')}
      purpose={t('login.purpose')}
      below={
        <>
          {t('login.noAccount')} <Link to={entryPath('/signup', search)}>{t('login.create')}</Link>
        </>
      }
    >
      {/* Drawn ahead, the form may be sent before its scripts have come. The usual method would then put the password into the
          address; this one does nothing, and public/after-paint.js has it done again. */}
      <form
        ref={form}
        method="dialog"
        onSubmit={(event) => void submit(event)}
        noValidate
        className="grid gap-4"
      >
        {refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null}
        {resent ? <Notice>{t('login.resent')}</Notice> : null}
        <Field
          label={t('login.identifier')}
          error={missing.includes('identifier') ? t('problems.login_missing') : undefined}
        >
          <Input
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            name="identifier"
          />
        </Field>
        <Field
          label={t('login.password')}
          optional={
            <Link to={entryPath('/password-reset', search)} className="text-13 font-medium">
              {t('login.forgotten')}
            </Link>
          }
          error={missing.includes('password') ? t('problems.password_needed') : undefined}
        >
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={busy}>
          {busy ? t('login.submitting') : t('login.submit')}
        </Button>
        {refusal === 'email_not_confirmed' || refusal === 'phone_not_confirmed' ? (
          <Button variant="outline" size="lg" block onClick={() => void resend()}>
            {t('login.resend')}
          </Button>
        ) : null}
      </form>
    </EntryCard>
  )
}

function field(form: HTMLFormElement | null, name: Name): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`input[name=${name}]`) ?? null
}

/** What was typed is an e-mail when it holds an @, else a telephone number; one that is none goes as it is and is refused. */
async function readIdentifier(
  text: string,
  language: Language,
): Promise<{ email: string } | { phone: string }> {
  if (text.includes('@')) return { email: text }
  const number = await internationalNumber(text, phoneCountry(language, navigator.languages))
  return number ? { phone: number } : { email: text }
}
