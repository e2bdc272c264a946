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
  const format = useFormat()
  const { realised_r: r, closed_at, close_reason, state } = signal.signal_states
  const reason = REASONS.find((known) => known === close_reason)
  const value = r === null ? 0 : Number(r)
  return (
    <button
      type="button"
      data-signal={signal.id}
      aria-current={selected || undefined}
      onClick={() => onOpen(signal)}
      className="flex h-14 w-full items-center gap-2 px-3 sm:gap-3 sm:px-4 text-left transition-colors hover:bg-raised aria-[current=true]:bg-raised"
    >
      <span className="w-20 shrink-0">
        {signal.signal_levels && <DirectionBadge direction={signal.signal_levels.direction} />}
      </span>
      <span className="w-20 shrink-0">
        <span className="block font-semibold">{name}</span>
        <span className="block text-12 text-muted">{signal.timeframe}</span>
      </span>
      <span className="min-w-0 flex-1 truncate text-muted">
        {reason ? t(`reason.${reason}`) : t(`state.${state}`)}
      </span>
      <span className="tabular shrink-0 text-right">
        <span
          className={classNames(
            'block font-semibold',
            r === null ? 'text-muted' : value > 0 ? 'text-gain' : value < 0 ? 'text-loss' : '',
          )}
        >
          {format.r(r)}
        </span>
        <span className="block text-12 text-muted">
          {format.dayMonth(closed_at)}, {format.time(closed_at)}
        </span>
      </span>
    </button>
  )
})
