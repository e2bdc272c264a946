import { useTranslation } from '#lib/language/i18n.ts'
import type { SignalEvent } from '#lib/signals/signal.ts'

/** What a grade says of the thesis and of the case against it, in words. */
export function GradeWords({ data }: { data: SignalEvent['data'] }) {
  const { t } = useTranslation('signals')
  return (
    <span>
      {t(data.thesis_held ? 'prepare.thesisYes' : 'prepare.thesisNo')} ·{' '}
      {t(data.counter_held ? 'prepare.counterYes' : 'prepare.counterNo')}
    </span>
  )
}
