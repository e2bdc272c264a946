import { memo } from 'react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { classNames } from '#ui/class-names.ts'

const REASONS = ['targets', 'stop', 'break_even', 'analyst', 'expired', 'not_entered', 'cancelled'] as const

/** Renders again only when its own signal changes, whatever else arrives. */
export const ClosedRow = memo(function ClosedRow({
  signal,
  name,
  selected,
  onOpen,
}: {
  signal: Signal
  name: string
  selected: boolean
  onOpen: (signal: Signal) => void
}) {
  const { t } = useTranslation('signals')
  const { t: ui } = useTranslation('ui')
  const format = useFormat()
  const direction = signal.signal_levels?.direction
  const { realised_r: r, closed_at, close_reason, state } = signal.signal_states
  const reason = REASONS.find((known) => known === close_reason)
  const value = r === null ? 0 : Number(r)
  return (
    <button
      type="button"
      data-signal={signal.id}
      aria-current={selected || undefined}
      onClick={() => onOpen(signal)}
      className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-2.5 text-left transition-colors hover:bg-raised aria-[current=true]:bg-raised"
    >
      {direction && (
        <span className="row-span-2 self-center sm:min-w-23">
          <DirectionBadge direction={direction} narrow />
        </span>
      )}
      <span className="col-start-2 min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>{' '}
        <span className="text-12 text-muted">
          {direction && <span className="sm:hidden">{ui(`direction.${direction}`)} · </span>}
          {signal.timeframe}
        </span>
      </span>
      <span
        className={classNames(
          'tabular text-right font-semibold whitespace-nowrap',
          r === null ? 'text-muted' : value > 0 ? 'text-gain' : value < 0 ? 'text-loss' : '',
        )}
      >
        {format.r(r)}
      </span>
      <span className="col-start-2 min-w-0 text-13 text-pretty text-muted">
        {reason ? t(`reason.${reason}`) : t(`state.${state}`)}
      </span>
      <span className="tabular text-right text-12 whitespace-nowrap text-muted">
        {closed_at && format.moment(closed_at, Date.now())}
      </span>
    </button>
  )
})
