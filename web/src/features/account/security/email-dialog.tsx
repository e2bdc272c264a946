import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useAuthSettings } from '#lib/session/auth-settings.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { changeEmail } from './auth-calls.ts'
import { useAttempt } from './use-attempt.ts'

/** A new address. If the service asks for confirmations, the row shows what is pending. */
export function EmailDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const confirmed = useAuthSettings()?.mailer_autoconfirm === false
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState(false)
  const { refusal, busy, run } = useAttempt()
  const submit = async () => {
    const wanted = email.trim()
    const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(wanted)
    setWrong(!isAddress)
    if (!isAddress) return
    const done = await run(async () => {
      const changed = await changeEmail(wanted)
      toast({ title: changed.new_email ? t('email.sent') : t('email.saved') })
    })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('email.title')}
      description={confirmed && user.email ? t('email.purpose') : undefined}
      refusal={refusal && sentence(`errors.${refusal}`)}
      submit={t('email.save')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {user.email ? (
        <p className="text-13 break-words text-muted">
          {t('email.present')} <b className="text-text">{user.email}</b>
        </p>
      ) : null}
      <Field label={t('email.new')} error={wrong ? sentence('problems.email_invalid') : undefined}>
        <Input
          type="email"
          autoComplete="email"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
