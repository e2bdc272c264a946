import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { type PasswordProblem, passwordProblem } from '#lib/session/password-strength.ts'
import { PasswordMeter, useStrength } from '#parts/session/password-meter.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { askForCode, changePassword } from './auth-calls.ts'
import { useAttempt } from './use-attempt.ts'

/** What the service asks for before it accepts a new password: nothing, a code by mail, or the current password. */
type Proof = 'none' | 'code' | 'current'

export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<Proof>('none')
  const [code, setCode] = useState('')
  const [current, setCurrent] = useState('')
  const [problem, setProblem] = useState<PasswordProblem | null>(null)
  const { refusal, setRefusal, busy, run } = useAttempt()
  const known = (user.email ?? '').split(/[@.]/)
  const strength = useStrength(password, known)

  const submit = async () => {
    const found = await passwordProblem(password, known)
    setProblem(found)
    if (found) return
    const done = await run(async () => {
      try {
        await changePassword({
          password,
          ...(proof === 'code' && { nonce: code }),
          ...(proof === 'current' && { current_password: current }),
        })
      } catch (error) {
        const asked = proofAskedBy(error)
        if (!asked || asked === proof) throw error
        if (asked === 'code') await askForCode()
        setProof(asked)
        return Promise.reject(error)
      }
    })
    if (!done) return
    toast({ title: t('password.saved'), description: t('password.savedNote') })
    onClose()
  }
  const wanting =
    (proof === 'code' && refusal === 'reauthentication_needed') || (proof === 'current' && current === '')
  return (
    <FormDialog
      title={t('password.title')}
      description={t('password.purpose')}
      refusal={refusal && !wanting && sentence(`errors.${refusal}`)}
      submit={t('password.save')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <Field label={t('password.new')} error={problem ? sentence(`problems.${problem}`) : undefined}>
        <PasswordInput
          autoComplete="new-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem(null)
          }}
        />
        <PasswordMeter strength={strength} refused={problem !== null} />
      </Field>
      {proof === 'code' ? (
        <Field
          label={t('password.code')}
          hint={t('password.codeHint', { email: user.email ?? user.phone ?? '' })}
        >
          <CodeInput
            value={code}
            onChange={(next) => {
              setCode(next)
              setRefusal(null)
            }}
            autoFocus
          />
        </Field>
      ) : null}
      {proof === 'current' ? (
        <Field label={t('password.current')}>
          <PasswordInput
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
      ) : null}
    </FormDialog>
  )
}

function proofAskedBy(error: unknown): Proof | null {
  const { code } = (error ?? {}) as { code?: string }
  if (code === 'reauthentication_needed') return 'code'
  if (code === 'current_password_required') return 'current'
  return null
}
