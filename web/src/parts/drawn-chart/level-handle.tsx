import { ChevronsUpDown } from 'lucide-react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
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
  /** The value in words; the price itself where it says enough. */
  spoken?: string
  description?: string
  /** A line over the whole plot, in place of the handle at its right. */
  line?: ReactNode
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 5,
  PageDown: -5,
}

/** Moves a level over a plot that goes from `low` to `high`: drag anywhere, or ↑ and ↓ by one step, with Shift by five. */
export function LevelHandle(props: Props) {
  const {
    label,
    value,
    low,
    high,
    decimals,
    onChange,
    onEnter,
    spoken = value || '—',
    description,
    line,
  } = props
  const round = (price: number) => Math.min(high, Math.max(low, price)).toFixed(decimals)
  const at = value === '' ? (low + high) / 2 : Number(value)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { top, height } = event.currentTarget.getBoundingClientRect()
    onChange(round(high - ((event.clientY - top) / height) * (high - low)))
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.()
    const steps = STEPS[event.key]
    if (steps !== undefined) onChange(round(at + (steps * (event.shiftKey ? 5 : 1)) / 10 ** decimals))
    else if (event.key !== 'Enter' || !onEnter) return
    event.preventDefault()
  }
  return (
    <div
      className="absolute inset-0 cursor-ns-resize touch-pan-x"
      onPointerDown={drag}
      onPointerMove={drag}
      data-level-plot
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-description={description}
        aria-orientation="vertical"
        aria-valuemin={Number(low.toFixed(decimals))}
        aria-valuemax={Number(high.toFixed(decimals))}
        aria-valuenow={at}
        aria-valuetext={spoken}
        onKeyDown={move}
        className={classNames(
          'absolute -translate-y-1/2',
          line
            ? 'inset-x-0 flex h-11 items-center'
            : 'right-2 grid h-7 w-9 place-items-center rounded-inner after:absolute after:-inset-2',
          !line &&
            (value === '' ? 'bg-overlay text-muted ring-1 ring-line-strong' : 'bg-inverse text-on-inverse'),
        )}
        style={{ top: `${(((high - at) / (high - low)) * 100).toFixed(2)}%` }}
      >
        {line ?? <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden />}
      </div>
    </div>
  )
}
