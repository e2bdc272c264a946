import type { User } from '@supabase/auth-js'
import { KeyRound, LifeBuoy, type LucideIcon, MessageSquareText, Smartphone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { type FactorChoice, type FactorKind, factorChoices, recoveryCode } from './factor-choice.ts'
import {
  answerWithApp,
  answerWithKey,
  answerWithPhone,
  answerWithRecoveryCode,
  sendFactorCode,
} from './second-factor-calls.ts'

const ICONS: Record<FactorKind, LucideIcon> = {
  totp: Smartphone,
  phone: MessageSquareText,
  webauthn: KeyRound,
  recovery_code: LifeBuoy,
}

/** Asks for the second factor: the preferred one first, the others as alternatives. */
export function SecondFactorAnswers({ user }: { user: User }) {
  const { t } = useTranslation('auth')
  const choices = factorChoices(user.factors ?? [])
  const [chosen, setChosen] = useState(choices[0])
  const others = choices.filter(({ id }) => id !== chosen?.id)
  return (
    <>
      <p className="text-pretty text-muted">{chosen ? t(`factor.${chosen.kind}`) : t('factor.none')}</p>
      {chosen ? <Answer key={chosen.id} factor={chosen} /> : null}
      {others.map((factor) => {
        const Icon = ICONS[factor.kind]
        return (
          <Button
            key={factor.id}
            variant="outline"
            size="lg"
            block
            className="text-14!"
            icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setChosen(factor)}
          >
            {t(`factor.use_${factor.kind}`)}
            {factor.kind !== 'recovery_code' && factor.name ? ` · ${factor.name}` : ''}
          </Button>
        )
      })}
    </>
  )
}

function Answer({ factor }: { factor: FactorChoice }) {
  const { t } = useTranslation('auth')
  const [code, setCode] = useState('')
  const [challenge, setChallenge] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const [busy, setBusy] = useState(false)

  const tell = async (work: () => Promise<void>) => {
    setRefusal(null)
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setRefusal(authErrorKey(error))
      setCode('')
    }
    setBusy(false)
  }
  const answer = (given: string) =>
    tell(async () => {
      if (factor.kind === 'totp') return answerWithApp(factor.id, given)
      if (factor.kind === 'phone') return answerWithPhone(factor.id, challenge ?? '', given)
      const recovery = recoveryCode(given)
      if (!recovery) return setRefusal('code_wrong')
      return answerWithRecoveryCode(recovery)
    })
  const send = () => tell(async () => setChallenge(await sendFactorCode(factor.id)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer(code)
  }
  const said = refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null

  if (factor.kind === 'webauthn' || (factor.kind === 'phone' && challenge === null)) {
    return (
      <>
        {said}
        <Button
          variant="primary"
          size="lg"
          block
          busy={busy}
          disabled={busy}
          onClick={() => void (factor.kind === 'phone' ? send() : tell(() => answerWithKey(factor.id)))}
        >
          {t(factor.kind === 'phone' ? 'factor.sendCode' : 'factor.touchKey')}
        </Button>
      </>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {said}
      {factor.kind === 'recovery_code' ? (
        <Field label={t('factor.recoveryLabel')}>
          <Input
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            // The button that opened this is gone, and the focus with it.
            autoFocus
          />
        </Field>
      ) : (
        <Field label={t('code.label')}>
          <CodeInput
            value={code}
            onChange={setCode}
            onComplete={(whole) => void answer(whole)}
            busy={busy}
            autoFocus
          />
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={busy || code === ''}>
        {busy ? t('code.submitting') : t('code.submit')}
      </Button>
    </form>
  )
}
