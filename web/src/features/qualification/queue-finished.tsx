import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { startOfDay } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { percentile } from '#lib/support/percentile.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { decidedQuery } from './queries.ts'
import { personName } from './queue-columns.tsx'

type Props = { adminName: (id: string | null) => string; onAwaited: () => void }

/** Nothing waits for the staff: what was decided last and how fast, today's median, and what members still owe. */
export function QueueFinished({ adminName, onAwaited }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const now = useNow()
  const { data } = useQuery(decidedQuery)
  const last = data?.decided[0]
  const today = (data?.decided ?? []).filter(
    ({ decided_at }) => Date.parse(decided_at ?? '') >= startOfDay(now).getTime(),
  )
  const median = percentile(today.map(waited), 0.5)
  return (
    <EmptyState
      icon={<CircleCheck size={20} strokeWidth={1.75} aria-hidden />}
      title={t('finished.title')}
      action={
        data && data.awaited > 0 ? (
          <Button onClick={onAwaited}>{t('finished.awaited', { count: data.awaited })}</Button>
        ) : null
      }
    >
      {last?.decided_at ? (
        <>
          {t('finished.last', {
            name: personName(last.member),
            when: format.atMoment(last.decided_at, now),
            who: adminName(last.decided_by),
          })}{' '}
          {t('finished.took', { time: format.duration(waited(last)) })}{' '}
          {median !== null &&
            today.length > 1 &&
            t('finished.today', { count: today.length, time: format.duration(median) })}
        </>
      ) : (
        t('noneNote')
      )}
    </EmptyState>
  )
}

const waited = ({ decided_at, waiting_since }: { decided_at: string | null; waiting_since: string }) =>
  Date.parse(decided_at ?? waiting_since) - Date.parse(waiting_since)
