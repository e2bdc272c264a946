import { ClipboardCheck } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Upcoming } from '#ui/upcoming.tsx'

export default function QualificationScreen() {
  const { t } = useTranslation('qualification')
  return <Upcoming icon={ClipboardCheck} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
