import { MailCheck } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { confirmMailCode } from '../auth-calls.ts'
import { EntryCard } from '../entry-card.tsx'
import { ResendButton } from '../resend-button.tsx'
import { useCodeEntry } from './use-code-entry.ts'

type Props = {
  email: string
  /** The kind of mail: a confirmation, or a sign-in. */
  kind: 'confirm' | 'magic'
  onResend: () => Promise<void>
  onChange: () => void
}

/**
 * Says where a link was mailed, and takes the mail's code from people who read it on another device. The words are the same
 * whether or not the address has an account.
 */
export function MailCodeCard({ email, kind, onResend, onChange }: Props) {
  const { t } = useTranslation('auth')
  const { code, setCode, busy, refusal, tell, check } = useCodeEntry((token) => confirmMailCode(email, token))
  return (
    <EntryCard
      title={t('confirm.title')}
      purpose={kind === 'magic' ? t('magic.purpose') : t('confirm.purpose')}
    >
      <div className="flex items-center gap-4 py-3">
        <MailCheck size={20} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="font-semibold break-all">{email}</p>
          <p className="text-13 text-muted">{t('confirm.once')}</p>
        </div>
      </div>
      {refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null}
      <Field label={t('magic.code')} hint={t('confirm.spam')}>
        <CodeInput value={code} onChange={setCode} onComplete={check} busy={busy} />
      </Field>
      <div className="grid gap-2">
        <ResendButton
          label={t('confirm.resend')}
          waiting={(time) => t('confirm.resendIn', { time })}
          onSend={() => tell(onResend())}
        />
        <Button variant="ghost" size="lg" block onClick={onChange}>
          {t('confirm.change')}
        </Button>
      </div>
    </EntryCard>
  )
}
