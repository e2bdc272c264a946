import type { User } from '@supabase/auth-js'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useAuthSettings } from '#lib/session/auth-settings.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { changeEmail } from './auth-calls.ts'
import { useAttempt } from './use-attempt.ts'

/** A new address; where the service asks for confirmations the row then says what is pending. */
export function EmailDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const confirmed = useAuthSettings()?.mailer_autoconfirm === false
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState(false)
  const { refusal, busy, run } = useAttempt()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('email.title')}
      description={confirmed && user.email ? t('email.purpose') : undefined}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {refusal ? <Notice refusal>{sentence(`errors.${refusal}`)}</Notice> : null}
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
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={busy}>
            {t('email.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
