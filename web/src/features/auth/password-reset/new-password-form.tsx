import { Check, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import { passwordProblem, SHORTEST } from '#lib/session/password-strength.ts'
import { useSession } from '#lib/session/session.tsx'
import { PasswordMeter, useStrength } from '#parts/session/password-meter.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { saveNewPassword } from '../auth-calls.ts'
import { EntryCard } from '../entry-card.tsx'
import { nextPath } from '../next-path.ts'

/** The new password, with a checklist of the rules. The form says beforehand that other devices are signed out. */
export function NewPasswordForm({ search }: { search: string }) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const { user } = useSession()
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const { register, handleSubmit, formState, watch } = useForm({ defaultValues: { password: '', again: '' } })
  const { password, again } = watch()
  const known = user?.email ? user.email.split(/[@.]/) : []
  const strength = useStrength(password, known)
  const rules = [
    { text: t('reset.ruleLength'), met: password.length >= SHORTEST },
    { text: t('reset.ruleStrength'), met: strength !== null && strength > 1 },
    { text: t('reset.ruleSame'), met: password !== '' && password === again },
  ]

  const submit = handleSubmit(async ({ password }) => {
    setRefusal(null)
    try {
      await saveNewPassword(password)
    } catch (error) {
      return setRefusal(authErrorKey(error))
    }
    toast({ title: t('reset.savedTitle'), description: t('reset.saved') })
    navigate(nextPath(search, location.origin), { replace: true })
  })
  const problem = formState.errors.password?.message
  return (
    <EntryCard title={t('reset.newTitle')} purpose={t('reset.newPurpose')}>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null}
        <Field
          label={t('reset.newPassword')}
          error={problem ? t(`problems.${problem as 'password_short'}`) : undefined}
        >
          <PasswordInput
            autoComplete="new-password"
            {...register('password', {
              validate: async (value) => (await passwordProblem(value, known)) ?? true,
            })}
          />
          <PasswordMeter strength={strength} refused={problem !== undefined} />
        </Field>
        <ul className="grid gap-1 text-13">
          {rules.map(({ text, met }) => (
            <li
              key={text}
              className={classNames('flex items-center gap-2', met ? 'text-text' : 'text-muted')}
            >
              {met ? (
                <Check size={14} strokeWidth={1.75} className="text-gain" aria-hidden />
              ) : (
                <CircleDashed size={14} strokeWidth={1.75} aria-hidden />
              )}
              {text}
            </li>
          ))}
        </ul>
        <Field
          label={t('reset.confirm')}
          error={formState.errors.again ? t('problems.password_different') : undefined}
        >
          <PasswordInput
            autoComplete="new-password"
            {...register('again', { validate: (value, values) => value === values.password })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={formState.isSubmitting}>
          {formState.isSubmitting ? t('reset.saving') : t('reset.save')}
        </Button>
      </form>
    </EntryCard>
  )
}
