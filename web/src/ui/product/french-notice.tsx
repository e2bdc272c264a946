import { Languages } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Notice } from '#ui/notice.tsx'

/** Says above a text that it is, in part or whole, in French because nobody has translated it yet. */
export function FrenchNotice() {
  const { t } = useTranslation('ui')
  return <Notice icon={<Languages size={16} strokeWidth={1.75} aria-hidden />}>{t('inFrench')}</Notice>
}
