import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { requestPasswordReset } from '../auth-calls.ts'
import { EntryCard } from '../entry-card.tsx'
import { entryPath } from '../next-path.ts'
import { ResendButton } from '../resend-button.tsx'
import { type EmailProblem, emailProblem } from '../sign-up/sign-up-form.ts'

/** Asks for the address. The answer never reveals whether an account exists. */
export function ResetRequestForm({ refusal, search }: { refusal: AuthErrorKey | null; search: string }) {
  const { t } = useTranslation('auth')
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const [failure, setFailure] = useState<AuthErrorKey | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })

  const ask = async (email: string) => {
    setFailure(null)
    try {
      await requestPasswordReset(email)
      setAskedFor(email)
    } catch (error) {
      setFailure(authErrorKey(error))
    }
  }
  const problem = formState.errors.email?.message as EmailProblem | undefined
  const shown = failure ?? (askedFor ? null : refusal)
  const expired = shown === 'link_expired'
  return (
    <EntryCard
      help="mot-de-passe-oublie"
      title={t(
        expired ? 'link.expiredTitle' : shown === refusal && shown ? 'link.brokenTitle' : 'reset.askTitle',
      )}
      purpose={t(expired ? 'link.expiredPurpose' : 'reset.askPurpose')}
      below={<Link to={entryPath('/login', search)}>{t('reset.back')}</Link>}
    >
      <form
        onSubmit={(event) => void handleSubmit(({ email }) => ask(email.trim()))(event)}
        noValidate
        className="grid gap-4"
      >
        {shown && !expired ? <Notice refusal>{t(`errors.${shown}`)}</Notice> : null}
        <Field label={t('reset.email')} error={problem ? t(`problems.${problem}`) : undefined}>
          <Input
            type="email"
            autoComplete="email"
            placeholder={t('signup.emailPlaceholder')}
            {...register('email', { validate: (email) => emailProblem(email.trim()) ?? true })}
          />
        </Field>
        {askedFor ? (
          <>
            <Notice icon={<Mail size={16} strokeWidth={1.75} aria-hidden />}>{t('reset.asked')}</Notice>
            <ResendButton
              label={t('reset.resend')}
              waiting={(time) => t('reset.resendIn', { time })}
              onSend={() => ask(askedFor)}
            />
          </>
        ) : (
          <Button type="submit" variant="primary" size="lg" block busy={formState.isSubmitting}>
            {formState.isSubmitting ? t('reset.asking') : t(shown ? 'link.new' : 'reset.ask')}
          </Button>
        )}
      </form>
    </EntryCard>
  )
}
