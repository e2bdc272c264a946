import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { resendConfirmation } from './auth-calls.ts'
import { type AuthErrorKey, authErrorKey } from './auth-error.ts'
import { EntryCard } from './entry-card.tsx'
import { entryPath } from './next-path.ts'
import { Notice } from './notice.tsx'
import { ResendButton } from './resend-button.tsx'

/** Where the confirmation went. The words are the same when the address already had an account. */
export function SentMessageCard({ email, onChange }: { email: string; onChange: () => void }) {
  const { t } = useTranslation('auth')
  const { search } = useLocation()
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const resend = async () => {
    setRefusal(null)
    try {
      await resendConfirmation({ email }, entryPath('/login', search))
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
  }
  return (
    <EntryCard title={t('confirm.title')} purpose={t('confirm.purpose')}>
      <div className="flex items-center gap-4 py-3">
        <MailCheck size={20} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="font-semibold break-all">{email}</p>
          <p className="text-13 text-muted">{t('confirm.once')}</p>
        </div>
      </div>
      {refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null}
      <p className="text-13 text-muted">{t('confirm.spam')}</p>
      <div className="grid gap-2">
        <ResendButton
          label={t('confirm.resend')}
          waiting={(time) => t('confirm.resendIn', { time })}
          onSend={resend}
        />
        <Button variant="ghost" size="lg" block onClick={onChange}>
          {t('confirm.change')}
        </Button>
      </div>
    </EntryCard>
  )
}
