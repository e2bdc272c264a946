import { ClipboardCheck } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { EmptyState } from '#ui/states.tsx'
import { QueueFinished } from './queue-finished.tsx'
import type { QueueView } from './use-queue-view.ts'

type Props = {
  view: QueueView
  /** How many answers members owe. */
  awaited: number
}

/** Why nothing is listed. */
export function QueueEmpty({ view: { state, filtered, filter }, awaited }: Props) {
  const { t } = useTranslation('qualification')
  if (state === 'pending' && !filtered)
    return <QueueFinished awaited={awaited} onAwaited={() => filter({ etat: 'needs_information' })} />
  return (
    <EmptyState
      icon={<ClipboardCheck size={20} strokeWidth={1.75} aria-hidden />}
      title={filtered ? t('noneFound') : t(`none.${state}`)}
    >
      {filtered ? t('noneFoundNote') : t('noneNote')}
    </EmptyState>
  )
}
