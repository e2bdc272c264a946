import { ShieldCheck } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Upcoming } from '#ui/upcoming.tsx'

export default function PropFirmsScreen() {
  const { t } = useTranslation('prop-firms')
  return <Upcoming icon={ShieldCheck} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
