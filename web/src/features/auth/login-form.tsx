import type { Language } from 'mails/languages'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { authClient } from '#lib/session/auth-client.ts'
import type { AuthErrorKey } from '#lib/session/auth-error.ts'
import type { AuthSettings } from '#lib/session/auth-settings.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { resendConfirmation, signIn, signInWithCompany } from './auth-calls.ts'
import { entryPath } from './next-path.ts'
import { OtherWays, PasskeyWay } from './other-ways.tsx'
import { internationalNumber, phoneCountry } from './second-factor/phone-number.ts'

type Name = 'identifier' | 'password'
type Problem = 'login_missing' | 'email_missing' | 'password_needed'

type Props = {
  settings: AuthSettings | null
  /** The path to return to from a link or a provider. */
  path: string
  search: string
  refusal: AuthErrorKey | null
  busy: boolean
  /** Runs a sign-in method and reports its refusal. */
  onTry: (way: () => Promise<void>) => Promise<void>
  onMailLink: (email: string) => Promise<void>
}

export function LoginForm({ settings, path, search, refusal, busy, onTry, onMailLink }: Props) {
  const { t, i18n } = useTranslation('auth')
  const [resent, setResent] = useState(false)
  const [problems, setProblems] = useState<Partial<Record<Name, Problem>>>({})
  const form = useRef<HTMLFormElement>(null)

  const value = (name: Name) => field(form.current, name)?.value ?? ''
  const refuse = (found: Partial<Record<Name, Problem>>): boolean => {
    setResent(false)
    setProblems(found)
    const [first] = Object.keys(found) as Name[]
    if (first) field(form.current, first)?.focus()
    return first !== undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [identifier, password] = [value('identifier').trim(), value('password')]
    const missing = {
      ...(identifier ? {} : { identifier: 'login_missing' as const }),
      ...(password ? {} : { password: 'password_needed' as const }),
    }
    if (refuse(missing)) return
    await onTry(async () => signIn(await readIdentifier(identifier, i18n.language), password))
  }
  const resend = () =>
    onTry(async () => {
      await resendConfirmation(await readIdentifier(value('identifier').trim(), i18n.language), '/login')
      setResent(true)
    })
  /** Methods that send a mail need an address. */
  const withEmail = (go: (email: string) => Promise<void>) => {
    const email = value('identifier').trim()
    if (!refuse(email.includes('@') ? {} : { identifier: 'email_missing' })) void go(email)
  }
  const problem = (name: Name) => {
    const found = problems[name]
    return found ? t(`problems.${found}`) : undefined
  }
  return (
    // The prerendered form may be submitted before its scripts have loaded. The default method would put the password into
    // the address; this one does nothing, and public/after-paint.js submits again.
    <form
      ref={form}
      method="dialog"
      // Loaded by the time something is typed.
      onFocus={() => void authClient()}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid grid-cols-1 gap-4"
    >
      <PasskeyWay settings={settings} busy={busy} onTry={(way) => void onTry(way)} />
      {refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null}
      {resent ? <Notice>{t('login.resent')}</Notice> : null}
      <Field label={t('login.identifier')} error={problem('identifier')}>
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
        error={problem('password')}
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
      <OtherWays
        settings={settings}
        path={path}
        busy={busy}
        onTry={(way) => void onTry(way)}
        onMailLink={() => withEmail(onMailLink)}
        onCompany={() => withEmail((email) => onTry(() => signInWithCompany(email, path)))}
      />
    </form>
  )
}

function field(form: HTMLFormElement | null, name: Name): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`input[name=${name}]`) ?? null
}

/** Text with an @ is an e-mail, anything else a phone number; an invalid one is sent as it is and refused. */
async function readIdentifier(
  text: string,
  language: Language,
): Promise<{ email: string } | { phone: string }> {
  if (text.includes('@')) return { email: text }
  const number = await internationalNumber(text, phoneCountry(language, navigator.languages))
  return number ? { phone: number } : { email: text }
}
