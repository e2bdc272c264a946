import { LifeBuoy } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function SupportScreen() {
  const { t } = useTranslation('support')
  return <Upcoming icon={LifeBuoy} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
