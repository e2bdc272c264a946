import { Bot } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function BotScreen() {
  const { t } = useTranslation('bot')
  return <Upcoming icon={Bot} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
