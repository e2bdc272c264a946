import { GraduationCap } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Upcoming } from '#parts/brand/upcoming.tsx'

export default function CoursesScreen() {
  const { t } = useTranslation('courses')
  return <Upcoming icon={GraduationCap} title={t('title')} purpose={t('purpose')} will={t('will')} />
}
