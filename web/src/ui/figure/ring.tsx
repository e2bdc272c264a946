import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { classNames } from '#ui/class-names.ts'

const SIZES = { sm: 16, md: 24, lg: 48, xl: 80 } as const
const STROKES = { sm: 2, md: 2.5, lg: 4, xl: 6 } as const

type Props = {
  label: string
  /** From 0 to 1. */
  share: number
  size?: keyof typeof SIZES
  /** In the centre of the two large sizes. */
  children?: ReactNode
  className?: string
}

/** Progress as a ring that closes; complete, it shows a tick. */
export function Ring({ label, share, size = 'md', children, className }: Props) {
  const { percent } = useFormat()
  const within = Math.min(1, Math.max(0, share))
  const [edge, stroke] = [SIZES[size], STROKES[size]]
  const radius = (edge - stroke) / 2
  const circle = { cx: edge / 2, cy: edge / 2, r: radius, fill: 'none', strokeWidth: stroke }
  const small = size === 'sm' || size === 'md'
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(within * 100)}
      aria-valuetext={percent(within)}
      className={classNames('relative inline-grid shrink-0 place-items-center', className)}
    >
      <svg
        width={edge}
        height={edge}
        viewBox={`0 0 ${edge} ${edge}`}
        className="-rotate-90"
        aria-hidden="true"
      >
        <circle {...circle} className="stroke-line-strong" />
        {within > 0 && (
          <circle
            {...circle}
            // Lengths are shares of the full circle, whatever the radius.
            pathLength={1}
            strokeDasharray={`${within} 1`}
            strokeLinecap={within < 1 ? 'round' : 'butt'}
            className="stroke-text transition-[stroke-dasharray]"
          />
        )}
      </svg>
      <span className="absolute grid place-items-center font-semibold proportional-nums" aria-hidden>
        {small
          ? within === 1 && <Check size={edge / 2} strokeWidth={3} />
          : (children ?? <span className={size === 'xl' ? 'text-16' : 'text-12'}>{percent(within)}</span>)}
      </span>
    </span>
  )
}
