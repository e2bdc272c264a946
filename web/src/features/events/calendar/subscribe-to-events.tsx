import { calendarAddress, endCalendar, readCalendarSecret, renewCalendar } from '#lib/events/calendar-feed.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { SubscribeDialog } from '#parts/calendar-feed/subscribe-dialog.tsx'

/** The reader's address for events: those they registered for, or all. */
export function SubscribeToEvents({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('events')
  const { user } = useSession()
  return (
    <SubscribeDialog
      onClose={onClose}
      text={t('calendar.text')}
      feed={{
        key: ['calendar-feed'],
        read: readCalendarSecret,
        renew: renewCalendar,
        end: () => endCalendar(user?.id ?? ''),
      }}
      lists={[
        { value: 'mine', label: t('calendar.mine'), address: (secret) => calendarAddress(secret) },
        {
          value: 'everything',
          label: t('calendar.everything'),
          address: (secret) => calendarAddress(secret, { liste: 'tous' }),
        },
      ]}
    />
  )
}
