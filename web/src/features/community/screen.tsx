import { MessagesSquare } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function CommunityScreen() {
  const { t } = useTranslation('community')
  return <Upcoming icon={MessagesSquare} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
