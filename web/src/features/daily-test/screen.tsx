import { CalendarCheck } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function DailyTestScreen() {
  const { t } = useTranslation('daily-test')
  return <Upcoming icon={CalendarCheck} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
