import { useTranslation } from '#lib/language/i18n.ts'
import type { SignalEvent } from '#lib/signals/signal.ts'

/** A grade of thesis and counter-thesis, in words. */
export function GradeWords({ data }: { data: SignalEvent['data'] }) {
  const { t } = useTranslation('signals')
  return (
    <span>
      {t(data.thesis_held ? 'prepare.thesisYes' : 'prepare.thesisNo')} ·{' '}
      {t(data.counter_held ? 'prepare.counterYes' : 'prepare.counterNo')}
    </span>
  )
}
