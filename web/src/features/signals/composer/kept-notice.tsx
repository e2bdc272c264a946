import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { type KeptDraft, useSchedule } from './composer-queries.ts'
import { refusalKey } from './refusal.ts'

/** What happened to a stored draft: why it was not published at its time, or when it will be. */
export function KeptNotice({ kept }: { kept: KeptDraft | undefined }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const schedule = useSchedule()
  return (
    <>
      {kept?.refusal && (
        <p role="alert" className="rounded-card border border-line-strong p-3 text-13 text-loss">
          {t('prepare.refused', { reason: t(refusalKey({ message: kept.refusal.key })) })}
        </p>
      )}
      {kept?.publish_at && (
        <div className="flex flex-wrap items-center gap-3 rounded-card border border-line-strong p-3 text-13">
          <span className="min-w-0 flex-1">
            {t('prepare.scheduledFor', { time: format.dateTime(kept.publish_at) })}
          </span>
          <Button onClick={() => schedule.mutate({ id: kept.id, at: null })}>
            {t('prepare.unschedule')}
          </Button>
        </div>
      )}
    </>
  )
}
