import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { profileQuery } from '../queries.ts'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { NotificationMatrix } from './notification-matrix.tsx'
import { preferencesQuery, useSavePreferences } from './notification-queries.ts'
import { PushDevicesCard } from './push-devices-card.tsx'
import { QuietHoursCard } from './quiet-hours-card.tsx'

/** What the member is notified of, by which channel, when, and where (S-14). */
export function NotificationsTab({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const profile = useQuery(profileQuery(userId))
  const stored = useQuery(preferencesQuery(userId))
  const save = useSavePreferences(userId)
  if (profile.isLoadingError || stored.isLoadingError) {
    return <ErrorState onRetry={() => void Promise.all([profile.refetch(), stored.refetch()])} />
  }
  if (!profile.data || !stored.data) return <Skeleton className="h-96 w-full" />
  // A change shows at once, and is reverted if it is refused.
  const preferences = save.isPending ? { ...stored.data, ...save.variables } : stored.data
  return (
    <div className="grid max-w-3xl gap-4">
      {save.isError ? <Notice refusal>{t('notifications.refused')}</Notice> : null}
      <NotificationMatrix preferences={preferences} onChange={save.mutate} />
      <QuietHoursCard preferences={preferences} timeZone={profile.data.time_zone} onChange={save.mutate} />
      <PushDevicesCard />
      <SettingCard title={t('notifications.account')}>
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
