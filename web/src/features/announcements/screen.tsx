import { CalendarClock } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function AnnouncementsScreen() {
  const { t } = useTranslation('announcements')
  return <Upcoming icon={CalendarClock} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
