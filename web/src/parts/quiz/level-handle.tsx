import { ChevronsUpDown } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { classNames } from '#ui/class-names.ts'

type Props = {
  label: string
  /** A price, '' until one is chosen: an untouched handle is no answer. */
  value: string
  low: number
  high: number
  decimals: number
  onChange: (value: string) => void
  /** Called by the Enter key. */
  onEnter?: (() => void) | undefined
}

/** Moves a level over a plot that goes from `low` to `high`: drag anywhere, or ↑ and ↓ by one step, with Shift by five. */
export function LevelHandle({ label, value, low, high, decimals, onChange, onEnter }: Props) {
  const step = 10 ** -decimals
  const keep = (price: number) => onChange(Math.min(high, Math.max(low, price)).toFixed(decimals))
  const at = value === '' ? (low + high) / 2 : Number(value)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { top, height } = event.currentTarget.getBoundingClientRect()
    keep(high - ((event.clientY - top) / height) * (high - low))
  }
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowUp: 1,
      ArrowRight: 1,
      ArrowDown: -1,
      ArrowLeft: -1,
      PageUp: 5,
      PageDown: -5,
    }
    if (event.key === 'Enter') onEnter?.()
    const count = steps[event.key]
    if (count === undefined) return
    event.preventDefault()
    keep(at + count * (event.shiftKey ? 5 : 1) * step)
  }
  return (
    <div
      className="absolute inset-0 cursor-ns-resize touch-none"
      onPointerDown={drag}
      onPointerMove={drag}
      data-level-plot
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={low}
        aria-valuemax={high}
        aria-valuenow={at}
        aria-valuetext={value === '' ? '—' : value}
        onKeyDown={move}
        className={classNames(
          'absolute right-2 grid h-7 w-9 -translate-y-1/2 place-items-center rounded-inner',
          'after:absolute after:-inset-2',
          value === '' ? 'bg-overlay text-muted ring-1 ring-line-strong' : 'bg-inverse text-on-inverse',
        )}
        style={{ top: `${(((high - at) / (high - low)) * 100).toFixed(2)}%` }}
      >
        <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden />
      </div>
    </div>
  )
}
