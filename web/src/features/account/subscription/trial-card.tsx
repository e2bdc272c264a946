import type { User } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { type PasswordProblem, passwordProblem } from '#lib/session/password-strength.ts'
import { PasswordMeter, useStrength } from '#parts/session/password-meter.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { keepAccount, USER_KEY } from '../security/auth-calls.ts'
import { useAttempt } from '../security/use-attempt.ts'

/** For trial accounts: an address and a password keep the account and its data. */
export function TrialCard({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const client = useQueryClient()
  const { refusal, busy, run } = useAttempt()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<{ email: boolean; password: PasswordProblem | null }>({
    email: false,
    password: null,
  })
  const known = email.split(/[@.]/)
  const strength = useStrength(password, known)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    const found = {
      email: !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address),
      password: await passwordProblem(password, known),
    }
    setWrong(found)
    if (found.email || found.password) return
    await run(async () => {
      const kept = await keepAccount(address, password)
      toast({ title: kept.new_email ? t('trial.sent') : t('trial.saved') })
      await client.invalidateQueries({ queryKey: USER_KEY })
    })
  }
  return (
    <Card className="p-4 md:p-6">
      <h2 className="text-16 font-semibold">{t('trial.title')}</h2>
      <p className="mt-1 mb-5 text-pretty text-muted">
        {user.new_email ? t('trial.pending', { email: user.new_email }) : t('trial.purpose')}
      </p>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {refusal ? <Notice refusal>{sentence(`errors.${refusal}`)}</Notice> : null}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={t('signIn.email')}
            error={wrong.email ? sentence('problems.email_invalid') : undefined}
          >
            <Input
              type="email"
              autoComplete="email"
              spellCheck={false}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Field
            label={t('signIn.password')}
            error={wrong.password ? sentence(`problems.${wrong.password}`) : undefined}
          >
            <PasswordInput
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <PasswordMeter strength={strength} refused={wrong.password !== null} />
          </Field>
        </div>
        <div>
          <Button type="submit" variant="primary" size="lg" busy={busy} disabled={busy}>
            {t('trial.keep')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
