import { CopyCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Upcoming } from '#ui/upcoming.tsx'

export default function CopyTradingScreen() {
  const { t } = useTranslation('copy-trading')
  return (
    <Upcoming
      icon={CopyCheck}
      title={t('title')}
      purpose={t('purpose')}
      will={t('will')}
      action={{ to: '/signaux', label: t('meanwhile') }}
    />
  )
}
