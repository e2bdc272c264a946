import { Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Upcoming } from '#ui/upcoming.tsx'

export default function SubscriptionsScreen() {
  const { t } = useTranslation('subscriptions')
  return (
    <Upcoming
      icon={Layers}
      title={t('title')}
      purpose={t('purpose')}
      will={t('will')}
      action={{ to: '/', label: t('meanwhile') }}
    />
  )
}
