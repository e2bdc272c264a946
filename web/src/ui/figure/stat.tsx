import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Definition } from '#ui/overlay/tooltip.tsx'

type Props = {
  label: ReactNode
  definition?: ReactNode
  value: ReactNode
  note?: ReactNode
  large?: boolean
  className?: string
}

/** A figure with its name and its basis. */
export function Stat({ label, definition, value, note, large, className }: Props) {
  return (
    <div className={classNames('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1', className)}>
      <div className="text-13 font-medium text-muted">
        {definition ? <Definition term={label}>{definition}</Definition> : label}
      </div>
      <div className={classNames('tabular font-semibold tracking-[-0.01em]', large ? 'text-28' : 'text-20')}>
        {value}
      </div>
      {note && <div className="text-12 text-muted">{note}</div>}
    </div>
  )
}
