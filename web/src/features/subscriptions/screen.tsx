import { BadgeCheck } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Upcoming } from '#ui/upcoming.tsx'

export default function SubscriptionsScreen() {
  const { t } = useTranslation('subscriptions')
  return <Upcoming icon={BadgeCheck} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
