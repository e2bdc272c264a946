import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Plus } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useAuthSettings } from '#lib/session/auth-settings.ts'
import { knowsPasskeys } from '#lib/session/passkey-support.ts'
import { Button } from '#ui/button.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { addPasskey, PASSKEYS_KEY, passkeysQuery, removePasskey } from './auth-calls.ts'
import { useProvedChange } from './use-proof.tsx'

/** Shown if the service accepts passkeys and the browser can use them here. */
export function PasskeysCard({ user }: { user: User }) {
  const settings = useAuthSettings()
  const offered = settings?.passkeys_enabled === true && knowsPasskeys()
  return offered ? <Passkeys user={user} /> : null
}

function Passkeys({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const passkeys = useQuery(passkeysQuery)
  const { refusal, busy, change, dialog } = useProvedChange(user, PASSKEYS_KEY)
  return (
    <SettingCard
      title={t('passkeys.title')}
      purpose={t('passkeys.purpose')}
      refusal={refusal}
      action={
        <Button
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabled={busy}
          onClick={() => void change(addPasskey)}
        >
          {t('passkeys.add')}
        </Button>
      }
    >
      {passkeys.data?.length === 0 ? (
        <p className="px-4 py-4 text-13 text-muted md:px-6">{t('passkeys.none')}</p>
      ) : null}
      {passkeys.isLoadingError ? (
        <p className="px-4 py-4 text-13 text-loss md:px-6">{t('passkeys.unread')}</p>
      ) : null}
      {passkeys.data?.map(({ id, friendly_name, created_at, last_used_at }) => {
        const name = friendly_name || t('passkeys.unnamed')
        return (
          <SettingRow
            key={id}
            icon={Fingerprint}
            title={name}
            action={
              <Button
                variant="danger"
                size="sm"
                disabled={busy}
                aria-label={t('removeNamed', { name })}
                onClick={() => void change(() => removePasskey(id))}
              >
                {t('remove')}
              </Button>
            }
          >
            {last_used_at
              ? t('passkeys.used', { time: format.dateTime(last_used_at) })
              : t('passkeys.added', { date: format.date(created_at) })}
          </SettingRow>
        )
      })}
      {dialog}
    </SettingCard>
  )
}
