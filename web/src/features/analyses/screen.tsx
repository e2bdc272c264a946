import { ChartCandlestick } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function AnalysesScreen() {
  const { t } = useTranslation('analyses')
  return <Upcoming icon={ChartCandlestick} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
