import { UserPlus } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Upcoming } from '#ui/upcoming.tsx'

export default function ReferralScreen() {
  const { t } = useTranslation('referral')
  return <Upcoming icon={UserPlus} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
