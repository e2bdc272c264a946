import type { User } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { providerName, providersOf, useAuthSettings } from '#lib/session/auth-settings.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { linkProvider, USER_KEY, unlinkProvider } from './auth-calls.ts'
import { useAttempt } from './use-attempt.ts'
import { useProof } from './use-proof.tsx'

const OWN: ReadonlySet<string> = new Set(['email', 'phone'])

/** Outside accounts that open this one. Shown where there is one, or one could be linked. */
export function IdentitiesCard({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const settings = useAuthSettings()
  const client = useQueryClient()
  const { refusal, busy, run } = useAttempt()
  const { ensure, dialog } = useProof(user)
  const all = user.identities ?? []
  const linked = all.filter(({ provider }) => !OWN.has(provider))
  const free = providersOf(settings).filter(({ id }) => !linked.some(({ provider }) => provider === id))
  if (linked.length + free.length === 0) return null
  const change = (work: () => Promise<void>) =>
    run(async () => {
      if (!(await ensure())) return
      await work()
      await client.invalidateQueries({ queryKey: USER_KEY })
    })
  return (
    <SettingCard title={t('identities.title')} purpose={t('identities.purpose')}>
      {refusal ? (
        <div className="p-4 md:px-6">
          <Notice refusal>{sentence(`errors.${refusal}`)}</Notice>
        </div>
      ) : null}
      {linked.map((identity) => {
        const name = providerName(identity.provider)
        return (
          <SettingRow
            key={identity.identity_id}
            icon={Link2}
            title={name}
            // The last way in is kept: the service refuses to remove it, so it is not offered.
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
