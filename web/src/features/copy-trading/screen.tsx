import { Copy } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function CopyTradingScreen() {
  const { t } = useTranslation('copy-trading')
  return <Upcoming icon={Copy} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
