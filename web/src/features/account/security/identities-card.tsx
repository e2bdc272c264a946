import type { User } from '@supabase/auth-js'
import { Link2 } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { providerName, providersOf, useAuthSettings } from '#lib/session/auth-settings.ts'
import { Button } from '#ui/button.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { linkProvider, USER_KEY, unlinkProvider } from './auth-calls.ts'
import { useProvedChange } from './use-proof.tsx'

const OWN: ReadonlySet<string> = new Set(['email', 'phone'])

/** Linked provider accounts. Shown if there is one, or one could be linked. */
export function IdentitiesCard({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const settings = useAuthSettings()
  const { refusal, busy, change, dialog } = useProvedChange(user, USER_KEY)
  const all = user.identities ?? []
  const linked = all.filter(({ provider }) => !OWN.has(provider))
  const free = providersOf(settings).filter(({ id }) => !linked.some(({ provider }) => provider === id))
  if (linked.length + free.length === 0) return null
  return (
    <SettingCard title={t('identities.title')} purpose={t('identities.purpose')} refusal={refusal}>
      {linked.map((identity) => {
        const name = providerName(identity.provider)
        return (
          <SettingRow
            key={identity.identity_id}
            icon={Link2}
            title={name}
            // The service refuses to remove the last sign-in method, so it is not offered.
            action={
              all.length > 1 ? (
                <Button
                  variant="danger"
                  size="sm"
                  disabled={busy}
                  aria-label={t('identities.unlinkNamed', { name })}
                  onClick={() => void change(() => unlinkProvider(identity))}
                >
                  {t('identities.unlink')}
                </Button>
              ) : null
            }
          >
            {String(identity.identity_data?.email ?? '')}
          </SettingRow>
        )
      })}
      {free.map(({ id, name }) => (
        <SettingRow
          key={id}
          icon={Link2}
          title={name}
          action={
            <Button
              variant="outline"
              size="sm"
              disabled={busy}
              aria-label={t('identities.linkNamed', { name })}
              onClick={() => void change(() => linkProvider(id))}
            >
              {t('identities.link')}
            </Button>
          }
        >
          {t('identities.notLinked')}
        </SettingRow>
      ))}
      {dialog}
    </SettingCard>
  )
}
