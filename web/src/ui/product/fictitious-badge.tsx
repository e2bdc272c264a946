import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'

/** Stands beside the name of whatever the guides invented. */
export function FictitiousBadge() {
  const { t } = useTranslation('guides')
  return <Badge tone="line">{t('fictitious')}</Badge>
}
