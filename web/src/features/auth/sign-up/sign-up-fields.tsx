import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { useTranslation } from '#lib/language/i18n.ts'
import { authClient } from '#lib/session/auth-client.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import { brand } from '#lib/site/brand.ts'
import { PasswordMeter, useStrength } from '#parts/session/password-meter.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { entryPath } from '../next-path.ts'
import { phoneCountry } from '../second-factor/phone-number.ts'
import { DISCLAIMER_VERSION } from './disclaimer.ts'
import { DisclaimerBox } from './disclaimer-box.tsx'
import { register as registerAccount } from './register.ts'
import type { LeadNotice, SignedUp } from './sign-up.ts'
import { EMPTY, knownWords, type SignUpProblem, type SignUpValues, signUpSchema } from './sign-up-form.ts'

/** The form. Its button is never disabled: submitting lists what is missing, counted at the top and shown at each field. */
export function SignUpFields({ onSignedUp }: { onSignedUp: (signedUp: SignedUp) => void }) {
  const { t, i18n } = useTranslation('auth')
  const leads = useTranslation('leads')
  const { search } = useLocation()
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const country = phoneCountry(i18n.language, navigator.languages)
  const resolver = useMemo(() => zodResolver(signUpSchema(country)), [country])
  const [defaultValues] = useState(typedAhead)
  const { register, handleSubmit, control, formState, watch } = useForm<SignUpValues>({
    resolver,
    defaultValues,
  })
  const values = watch()
  const strength = useStrength(values.password, knownWords(values))
  const { errors, isSubmitting } = formState
  const problem = (name: keyof SignUpValues) => {
    const key = errors[name]?.message as SignUpProblem | undefined
    return key ? t(`problems.${key}`) : undefined
  }

  const submit = handleSubmit(async (given) => {
    setRefusal(null)
    const notify = (notice: LeadNotice) =>
      toast({
        title: leads.t(notice.title),
        ...('description' in notice ? { description: leads.t(notice.description) } : {}),
        ...('variant' in notice ? { variant: notice.variant } : {}),
      })
    try {
      const signedUp = await registerAccount(given, {
        notify,
        country,
        locale: i18n.language,
        disclaimerVersion: DISCLAIMER_VERSION,
        next: entryPath('/login', search),
      })
      onSignedUp(signedUp)
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
  })
  const missing = Object.keys(errors).length
  return (
    <form
      onFocus={() => void authClient()}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-4"
    >
      {missing > 0 ? (
        <Notice refusal>
          <b className="text-text">{t(`signup.summary.${missing as 1}`)}</b> {t('signup.summaryRest')}
        </Notice>
      ) : refusal ? (
        <Notice refusal>
          <b className="text-text">{t('signup.refused')}</b> {t(`errors.${refusal}`)}
        </Notice>
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('signup.firstName')} error={problem('firstName')}>
          <Input
            autoComplete="given-name"
            placeholder={t('signup.firstNamePlaceholder')}
            {...register('firstName')}
          />
        </Field>
        <Field label={t('signup.lastName')} error={problem('lastName')}>
          <Input
            autoComplete="family-name"
            placeholder={t('signup.lastNamePlaceholder')}
            {...register('lastName')}
          />
        </Field>
      </div>
      <Field label={t('signup.email')} error={problem('email')}>
        <Input
          type="email"
          autoComplete="email"
          placeholder={t('signup.emailPlaceholder')}
          {...register('email')}
        />
      </Field>
      <Field
        label={t('signup.phone')}
        optional={t('signup.optional')}
        hint={t('signup.phoneHint')}
        error={problem('phone')}
      >
        <Input
          type="tel"
          autoComplete="tel"
          placeholder={t('signup.phonePlaceholder')}
          {...register('phone')}
        />
      </Field>
      <Field label={t('signup.password')} optional={t('signup.passwordRule')} error={problem('password')}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
        <PasswordMeter strength={strength} refused={errors.password !== undefined} />
      </Field>
      <Controller
        control={control}
        name="disclaimer"
        render={({ field }) => (
          <DisclaimerBox
            checked={field.value}
            onChange={field.onChange}
            error={problem('disclaimer')}
            inputRef={field.ref}
          />
        )}
      />
      <Controller
        control={control}
        name="newsletter"
        render={({ field }) => (
          <Checkbox
            className="px-[13px]"
            ref={field.ref}
            checked={field.value}
            onCheckedChange={(state) => field.onChange(state === true)}
          >
            {t('signup.newsletter', { brand: brand.name })}
          </Checkbox>
        )}
      />
      <Button type="submit" variant="primary" size="lg" block busy={isSubmitting}>
        {isSubmitting ? t('signup.submitting') : t('signup.submit')}
      </Button>
    </form>
  )
}

/** Text typed into the page before its scripts loaded becomes the form's initial value. */
function typedAhead(): SignUpValues {
  if (typeof document === 'undefined') return EMPTY
  const typed = { ...EMPTY }
  for (const name of ['firstName', 'lastName', 'email', 'phone', 'password'] as const) {
    const input = document.querySelector<HTMLInputElement>(`form input[name="${name}"]`)
    if (input) typed[name] = input.value
  }
  return typed
}
