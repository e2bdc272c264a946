import { Hourglass } from 'lucide-react'
import { dueOf } from 'trading/requests'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useMarketState } from '#lib/market/market-state.ts'
import type { Signal, SignalEvent } from '#lib/signals/signal.ts'

/** How long a request counts as in progress after it is due: a minute is stored when it is over, and decided then. */
const USUAL_MS = 180_000

/** The analyst's pending request on an open signal; undefined if there is none. */
export function requestOf({
  signal_states: { state },
  signal_events: events,
}: Signal): SignalEvent | undefined {
  const kind = state === 'active' ? 'close_asked' : state === 'pending' ? 'cancel_asked' : null
  return events?.find((event) => event.kind === kind)
}

/** Says that an ending was requested, when, and when it will happen. */
export function Requested({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const now = useNow()
  const market = useMarketState(signal.symbol)
  const request = requestOf(signal)
  if (!request) return null
  // While the market is closed, the next minute may be days away; a withdrawal does not wait for one.
  const closed = request.kind === 'close_asked' && market?.state === 'closed'
  const waits = closed || now > dueOf(Date.parse(request.at)) + USUAL_MS
  const key =
    request.kind === 'close_asked' ? (waits ? 'closeWaits' : 'close') : waits ? 'cancelWaits' : 'cancel'
  return (
    <p role="status" className="flex basis-full items-start gap-2 text-13 text-pretty text-muted">
      <Hourglass size={14} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
      <span>{t(`asked.${key}`, { when: format.atMoment(request.at, now) })}</span>
    </p>
  )
}
