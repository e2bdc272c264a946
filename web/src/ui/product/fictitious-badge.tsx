import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'

/** Marks the invented companies of the guides. */
export function FictitiousBadge() {
  const { t } = useTranslation('guides')
  return <Badge tone="line">{t('fictitious')}</Badge>
}
