import { Bell } from 'lucide-react'
import { Suspense, useCallback, useEffect } from 'react'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type Notification, useLiveNotifications } from '#lib/live/notifications.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const NotificationsPanel = lazyFramePart(() => import('./notifications-panel.tsx'))
const MOST_SHOWN = 99

/** The bell: the number of unread notifications, and the panel. What the member chose to hear of is also shown as a toast. */
export function Notifications() {
  const { t, i18n } = useTranslation('shell')
  const { user } = useSession()
  const navigate = useNavigate()
  const userId = user?.id ?? null
  const onTold = useCallback(
    async (told: Notification) => {
      // The signals screen updates by itself; elsewhere a signal's events can wait for the bell.
      if (told.kind === 'signal_published' || told.kind.startsWith('event_')) return
      const { notificationWords } = await import('mails/notification')
      toast({
        title: notificationWords({ ...told, language: i18n.language }).title,
        action: { label: t('notifications.open'), onClick: () => navigate(told.link) },
      })
    },
    [t, i18n.language, navigate],
  )
  useEffect(() => {
    // The member clicked a push while this page was open: the service worker asks it to navigate.
    const follow = ({ data }: MessageEvent) => {
      if (typeof data?.go === 'string' && /^\/[^/\\]/.test(data.go)) navigate(data.go)
    }
    const workers = navigator.serviceWorker
    workers?.addEventListener('message', follow)
    return () => workers?.removeEventListener('message', follow)
  }, [navigate])
  const unread = useLiveNotifications(userId, (told) => void onTold(told).catch(console.error))
  return (
    <Popover
      wide
      label={t('notifications.title')}
      trigger={
        <Button
          variant="ghost"
          iconOnly
          className="max-lg:size-target"
          aria-label={unread > 0 ? t('notifications.count', { count: unread }) : t('notifications.title')}
          icon={
            <span className="relative">
              <Bell className="size-5 lg:size-4" strokeWidth={1.75} aria-hidden />
              {unread > 0 && (
                <span
                  aria-hidden
                  className="tabular absolute -top-2 -right-2.5 grid h-4 min-w-4 place-items-center rounded-pill bg-inverse px-1 text-12 leading-none font-semibold text-on-inverse"
                >
                  {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
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
