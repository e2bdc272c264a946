import { useTranslation } from '#lib/language/i18n.ts'
import type { CaseRow } from './cases.ts'

/** Whose words a case is about. */
export function useCaseName(): (about: Pick<CaseRow, 'author'>) => string {
  const { t } = useTranslation('moderation')
  return ({ author }) => (author === null ? t('case.nobody') : author.gone ? t('case.gone') : author.name)
}
