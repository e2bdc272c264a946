import { Wrench } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function ToolsScreen() {
  const { t } = useTranslation('tools')
  return <Upcoming icon={Wrench} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
