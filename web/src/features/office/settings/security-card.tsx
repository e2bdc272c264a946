import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { settingsQuery, useRequireStaffMfa } from './settings.ts'

/** Whether staff may write without two-factor authentication, and who would be blocked by requiring it. */
export function SecurityCard() {
  const { t } = useTranslation('office')
  const settings = useQuery(settingsQuery)
  const write = useRequireStaffMfa()
  if (settings.isLoadingError) return <ErrorState onRetry={() => void settings.refetch()} />
  if (!settings.data) return <Skeleton className="h-36" />
  const { require_staff_mfa, staff, staff_without_factor } = settings.data
  return (
    <Card className="overflow-hidden">
      <div className="border-b border-line p-4 md:px-6">
        <h2 className="font-semibold">{t('settings.security')}</h2>
        <p className="text-13 text-pretty text-muted">{t('settings.securityNote')}</p>
      </div>
      <div className="grid gap-3 p-4 md:px-6">
        <div className="flex items-center justify-between gap-4">
          <label htmlFor="require-staff-mfa">{t('settings.mfa')}</label>
          <Switch
            id="require-staff-mfa"
            checked={require_staff_mfa}
            disabled={write.isPending}
            onCheckedChange={(required) => write.mutate(required)}
          />
        </div>
        <p className="text-13 text-muted">
          {staff_without_factor === 0
            ? t('settings.everybody', { count: staff })
            : t('settings.without', { count: staff_without_factor, all: staff })}
        </p>
        {write.isError && <Notice refusal>{t(`refused.${staffRefusalOf(write.error)}`)}</Notice>}
      </div>
    </Card>
  )
}
