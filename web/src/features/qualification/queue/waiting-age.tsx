import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { dueIn, shareOfPromise } from '#parts/requests/promise.ts'
import { classNames } from '#ui/class-names.ts'
import { PromiseBar } from '#ui/figure/promise-bar.tsx'
import type { QueuedRequest } from '../queries.ts'

type Props = { request: Pick<QueuedRequest, 'state' | 'waiting_since'>; now: number }

/** What is left of the promised time, as text and as a bar whose end is the promise. It stands still while the member owes an answer. */
export function WaitingAge({ request: { state, waiting_since: since }, now }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  if (state !== 'pending')
    return (
      <span className="tabular text-13 text-muted">
        {t('since', { time: format.duration(now - Date.parse(since)) })}
      </span>
    )
  const left = dueIn(since, now)
  const late = left < 0
  return (
    <span className="grid min-w-25 justify-items-end gap-y-0.5">
      <span className={classNames('tabular text-13 font-medium whitespace-nowrap', late && 'text-loss')}>
        {t(late ? 'lateBy' : 'left', { time: format.duration(Math.abs(left)) })}
      </span>
      <span className="flex h-5 w-full items-center">
        <PromiseBar share={shareOfPromise(since, now)} late={late} className="flex-1" />
      </span>
    </span>
  )
}
