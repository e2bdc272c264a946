import { useQuery } from '@tanstack/react-query'
import { Mail, ShieldCheck } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { profileQuery, useSaveProfile } from './queries.ts'
import { SettingCard, SettingRow } from './setting-row.tsx'

/** What is sent by mail: what one asked for, and what concerns one's security, which always is. */
export function NotificationsTab({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const profile = useQuery(profileQuery(userId))
  const save = useSaveProfile(userId)
  if (profile.isError) return <ErrorState onRetry={() => void profile.refetch()} />
  if (!profile.data) return <Skeleton className="h-40 w-full" />
  // What was asked for shows at once, and goes back when it was refused.
  const wanted = save.isPending
    ? (save.variables.newsletter ?? profile.data.newsletter)
    : profile.data.newsletter
  return (
    <div className="max-w-3xl">
      <SettingCard title={t('notifications.title')} purpose={t('notifications.purpose')}>
        <SettingRow
          icon={Mail}
          title={t('notifications.newsletter')}
          action={
            <Switch
              aria-label={t('notifications.newsletter')}
              checked={wanted}
              onCheckedChange={(newsletter) => save.mutate({ newsletter })}
            />
          }
        >
          {t('notifications.newsletterNote')}
          {save.isError ? (
            <span role="alert" className="block text-loss">
              {t('notifications.refused')}
            </span>
          ) : null}
        </SettingRow>
        <SettingRow
          icon={ShieldCheck}
          title={t('notifications.security')}
          action={<Badge tone="line">{t('notifications.always')}</Badge>}
        >
          {t('notifications.securityNote')}
        </SettingRow>
      </SettingCard>
    </div>
  )
}
