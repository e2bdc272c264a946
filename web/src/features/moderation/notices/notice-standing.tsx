import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { NoticeState } from '../public-queries.ts'

/** A notice's reason, when it came, and what was decided. */
export function NoticeStanding({ notice }: { notice: NoticeState }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  return (
    <>
      <p className="font-medium">{t(`reasons.${notice.reason}`)}</p>
      <p className="text-13 text-muted">{t('state.filed', { at: format.dateTime(notice.filed_at) })}</p>
      <p className="text-13">
        {t(`state.${notice.outcome ?? 'waiting'}`, { at: format.dateTime(notice.decided_at) })}
      </p>
    </>
  )
}
