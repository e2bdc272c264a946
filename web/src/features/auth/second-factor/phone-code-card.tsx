import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { confirmPhone, resendConfirmation } from '../auth-calls.ts'
import { EntryCard } from '../entry-card.tsx'
import { ResendButton } from '../resend-button.tsx'
import { useCodeEntry } from './use-code-entry.ts'

/** The code sent by text message. A single field, so that the system can fill it and a paste fits. */
export function PhoneCodeCard({ phone, onChange }: { phone: string; onChange: () => void }) {
  const { t } = useTranslation('auth')
  const { code, setCode, busy, refusal, tell, check } = useCodeEntry((token) => confirmPhone(phone, token))
  const [incomplete, setIncomplete] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(code.length < 6)
    if (code.length === 6) check(code)
  }
  return (
    <EntryCard title={t('code.title')} purpose={t('code.purpose', { phone })}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null}
        <Field label={t('code.label')} error={incomplete ? t('problems.code_incomplete') : undefined}>
          <CodeInput value={code} onChange={setCode} onComplete={check} busy={busy} autoFocus />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={busy}>
          {busy ? t('code.submitting') : t('code.submit')}
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
