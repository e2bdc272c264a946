import { CircleCheck } from 'lucide-react'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useNames } from '../use-names.ts'
import { useDecidedToday, waited } from './decided-today.ts'

type Props = {
  /** How many answers members owe. */
  awaited: number
  onAwaited: () => void
}

/** Nothing waits for the staff: what was decided last and how fast, and what members still owe. */
export function QueueFinished({ awaited, onAwaited }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const now = useNow()
  const { adminName } = useNames()
  const { last } = useDecidedToday(now)
  return (
    <EmptyState
      icon={<CircleCheck size={20} strokeWidth={1.75} aria-hidden />}
      title={t('finished.title')}
      action={
        awaited > 0 ? <Button onClick={onAwaited}>{t('finished.awaited', { count: awaited })}</Button> : null
      }
    >
      {last?.decided_at ? (
        <>
          {t('finished.last', {
            name: personName(last.member),
            when: format.atMoment(last.decided_at, now),
            who: adminName(last.decided_by),
          })}{' '}
          {t('finished.took', { time: format.duration(waited(last)) })}
        </>
      ) : (
        t('noneNote')
      )}
    </EmptyState>
  )
}
