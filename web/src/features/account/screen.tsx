import { UserRound } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Upcoming } from '#ui/upcoming.tsx'

export default function AccountScreen() {
  const { t } = useTranslation('account')
  return <Upcoming icon={UserRound} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
