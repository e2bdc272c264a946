import { useTranslation } from '#lib/language/i18n.ts'
import { useDailyDue } from '#lib/learning/daily.ts'
import { useCalm } from '../routing/idle-preload.ts'

/** Beside the daily test while today's is still to be done. The first view of a page does not wait for it. */
export function DueDot() {
  const { t } = useTranslation('shell')
  if (!useDailyDue(useCalm())) return null
  return (
    <span className="ml-auto flex shrink-0">
      <i className="size-1.5 rounded-pill bg-info" aria-hidden />
      <span className="sr-only">{t('due')}</span>
    </span>
  )
}
