import { Landmark } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Upcoming } from '#ui/upcoming.tsx'

export default function BrokersScreen() {
  const { t } = useTranslation('brokers')
  return <Upcoming icon={Landmark} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
