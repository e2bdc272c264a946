import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { confirmPhone, resendConfirmation } from './auth-calls.ts'
import { type AuthErrorKey, authErrorKey } from './auth-error.ts'
import { EntryCard } from './entry-card.tsx'
import { Notice } from './notice.tsx'
import { ResendButton } from './resend-button.tsx'

/** The code that went to a telephone. One field, so that the system can fill it and a paste fits. */
export function PhoneCodeCard({ phone, onChange }: { phone: string; onChange: () => void }) {
  const { t } = useTranslation('auth')
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } })
  const tell = async (work: Promise<void>) => {
    setRefusal(null)
    try {
      await work
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
  }
  const digits = (text: string) => text.replace(/\D/g, '')
  return (
    <EntryCard title={t('code.title')} purpose={t('code.purpose', { phone })}>
      <form
        onSubmit={(event) => void handleSubmit(({ code }) => tell(confirmPhone(phone, digits(code))))(event)}
        noValidate
        className="grid gap-4"
      >
        {refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null}
        <Field
          label={t('code.label')}
          error={formState.errors.code ? t('problems.code_incomplete') : undefined}
        >
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="text-center text-20 font-semibold tracking-[0.4em]"
            {...register('code', { validate: (code) => digits(code).length === 6 })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={formState.isSubmitting}>
          {formState.isSubmitting ? t('code.submitting') : t('code.submit')}
        </Button>
      </form>
      <div className="grid gap-2">
        <ResendButton
          label={t('code.resend')}
          waiting={(time) => t('code.resendIn', { time })}
          onSend={() => tell(resendConfirmation({ phone }, '/login'))}
        />
        <Button variant="ghost" size="lg" block onClick={onChange}>
          {t('code.change')}
        </Button>
      </div>
    </EntryCard>
  )
}
