import type { User } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, Mail, Phone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useAuthSettings } from '#lib/session/auth-settings.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { resendEmailChange, USER_KEY } from './auth-calls.ts'
import { EmailDialog } from './email-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { useAttempt } from './use-attempt.ts'
import { useProof } from './use-proof.tsx'

/** Address, phone and password, each with its pending change. */
export function SignInCard({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const settings = useAuthSettings()
  const client = useQueryClient()
  const [open, setOpen] = useState<'email' | 'phone' | 'password' | null>(null)
  const { refusal, busy, run } = useAttempt()
  const { ensure, dialog } = useProof(user)
  const begin = (which: 'email' | 'phone' | 'password') =>
    run(async () => {
      if (await ensure()) setOpen(which)
    })
  const close = () => {
    setOpen(null)
    void client.invalidateQueries({ queryKey: USER_KEY })
  }
  const edit = (which: 'email' | 'phone' | 'password') => (
    <Button
      variant="outline"
      aria-label={t('editNamed', { name: t(`signIn.${which}`) })}
      disabled={busy}
      onClick={() => void begin(which)}
    >
      {t('edit')}
    </Button>
  )
  return (
    <SettingCard id="securite" title={t('signIn.title')} purpose={t('signIn.purpose')} refusal={refusal}>
      <SettingRow
        icon={Mail}
        title={
          <>
            {t('signIn.email')}
            {user.new_email ? <Badge tone="warn">{t('signIn.pending')}</Badge> : null}
          </>
        }
        action={edit('email')}
      >
        {user.email || t('signIn.none')}
        {user.new_email ? <PendingEmail user={user} newEmail={user.new_email} /> : null}
      </SettingRow>
      {settings?.external.phone || user.phone ? (
        <SettingRow
          icon={Phone}
          title={
            <>
              {t('signIn.phone')}
              {user.new_phone ? <Badge tone="warn">{t('signIn.pending')}</Badge> : null}
            </>
          }
          action={edit('phone')}
        >
          {user.phone ? `+${user.phone.replace(/^\+/, '')}` : t('signIn.none')}
        </SettingRow>
      ) : null}
      <SettingRow icon={KeyRound} title={t('signIn.password')} action={edit('password')}>
        {t('signIn.passwordHint')}
      </SettingRow>
      {dialog}
      {open === 'email' ? <EmailDialog user={user} onClose={close} /> : null}
      {open === 'phone' ? <PhoneDialog user={user} onClose={close} /> : null}
      {open === 'password' ? <PasswordDialog user={user} onClose={close} /> : null}
    </SettingCard>
  )
}

function PendingEmail({ user, newEmail }: { user: User; newEmail: string }) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const { refusal, busy, run } = useAttempt()
  const [sent, setSent] = useState(false)
  const resend = async () => setSent(await run(() => resendEmailChange(newEmail)))
  return (
    <div className="mt-1 grid justify-items-start gap-2">
      <p>{t(user.email ? 'email.pendingBoth' : 'email.pendingOne', { email: user.email ?? '', newEmail })}</p>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2"
        disabled={busy || sent}
        onClick={() => void resend()}
      >
        {sent ? t('email.resent') : t('email.resend')}
      </Button>
      {refusal ? (
        <p role="alert" className="text-loss">
          {sentence(`errors.${refusal}`)}
        </p>
      ) : null}
    </div>
  )
}
