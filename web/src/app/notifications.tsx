import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#lib/i18n.ts'
import { useSession } from '#lib/session.tsx'
import { type FiredAlert, firedAlertsQuery, useLiveAlerts } from '#lib/signal-alerts.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'

const NotificationsPanel = lazy(() => import('./notifications-panel.tsx'))

/** The bell: how many alerts are new, and what opens them. A new one is also shown as a toast, on whatever screen. */
export function Notifications() {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const navigate = useNavigate()
  const userId = user?.id ?? null
  const alerts = useQuery({ ...firedAlertsQuery, enabled: userId !== null })
  const unseen = alerts.data ? alerts.data.fired.filter(({ id }) => id > alerts.data.seen).length : 0
  const onFired = useCallback(
    (alert: FiredAlert) => {
      const { number, instruments } = alert.signals
      toast({
        title: t(`notifications.alert.${alert.kind}`, { instrument: instruments.name }),
        action: { label: t('notifications.open'), onClick: () => void navigate(`/signaux?signal=${number}`) },
      })
    },
    [t, navigate],
  )
  useLiveAlerts(userId, onFired)
  return (
    <Popover
      label={t('notifications.title')}
      trigger={
        <Button
          variant="ghost"
          iconOnly
          className="max-lg:size-target"
          aria-label={unseen > 0 ? t('notifications.count', { count: unseen }) : t('notifications.title')}
          icon={
            <span className="relative">
              <Bell className="size-5 lg:size-4" strokeWidth={1.75} aria-hidden />
              {unseen > 0 && (
                <span
                  aria-hidden
                  className="tabular absolute -top-2 -right-2.5 grid h-4 min-w-4 place-items-center rounded-pill bg-inverse px-1 text-12 leading-none font-semibold text-on-inverse"
                >
                  {unseen}
                </span>
              )}
            </span>
          }
        />
      }
    >
      <Suspense fallback={<Skeleton className="h-40" />}>
        <NotificationsPanel />
      </Suspense>
    </Popover>
  )
}
