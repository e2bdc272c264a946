import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { classNames } from '#ui/class-names.ts'

type Props = {
  label: string
  /** From 0 to 1; null while unknown. */
  share: number | null
  /** The share in words, where it is not a percentage: `3 sur 8`. */
  text?: string
  /** Shows label and text above the bar. */
  shown?: boolean
  className?: string
}

export function Progress({ label, share, text, shown = false, className }: Props) {
  const { percent } = useFormat()
  const within = share === null ? null : Math.min(1, Math.max(0, share))
  const words = text ?? (within === null ? undefined : percent(within))
  return (
    <div className={classNames('grid w-full gap-2', className)}>
      {shown && (
        <Row>
          <span className="min-w-0 truncate font-medium">{label}</span>
          <span className="shrink-0 text-muted tabular">{words}</span>
        </Row>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={within === null ? undefined : Math.round(within * 100)}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-pill bg-line-strong"
      >
        <div
          className={classNames(
            'h-full origin-left rounded-pill bg-text',
            within === null ? 'w-2/5 animate-pulse' : 'transition-transform',
          )}
          style={within === null ? undefined : { transform: `scaleX(${within})` }}
        />
      </div>
    </div>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3 text-13" aria-hidden>
    {children}
  </div>
)
