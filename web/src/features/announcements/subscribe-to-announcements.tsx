import { calendarAddress, endCalendar, readCalendarSecret, renewCalendar } from '#lib/events/calendar-feed.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { SubscribeDialog } from '#parts/calendar-feed/subscribe-dialog.tsx'
import { FeedChoice } from './feed-choice.tsx'

/** The reader's address for announcements, the same secret as for events: changing one changes both. */
export default function SubscribeToAnnouncements({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('announcements')
  const { user } = useSession()
  return (
    <SubscribeDialog
      onClose={onClose}
      text={t('feed.text')}
      feed={{
        key: ['calendar-feed'],
        read: readCalendarSecret,
        renew: renewCalendar,
        end: () => endCalendar(user?.id ?? ''),
      }}
      lists={[
        {
          value: 'annonces',
          label: t('title'),
          address: (secret) => calendarAddress(secret, { liste: 'annonces' }),
        },
      ]}
    >
      <FeedChoice />
    </SubscribeDialog>
  )
}
