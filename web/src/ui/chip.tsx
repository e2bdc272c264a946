import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Props = ComponentProps<'button'> & { selected?: boolean; count?: ReactNode }

/** A filter that is on or off; its state belongs in the URL. */
export function Chip({ selected = false, count, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      className={classNames(
        'relative inline-flex h-8 shrink-0 items-center gap-1.5 rounded-pill border px-3 text-13 font-medium whitespace-nowrap transition-colors',
        'after:absolute after:inset-x-0 after:-inset-y-1.5',
        selected
          ? 'border-inverse bg-inverse text-on-inverse'
          : 'border-line-strong text-muted hover:bg-raised hover:text-text',
        className,
      )}
      {...rest}
    >
      {children}
      {count !== undefined && (
        <span className={classNames('tabular', selected ? 'opacity-70' : 'text-faint')}>{count}</span>
      )}
    </button>
  )
}

/** An active filter with a button to remove it. */
export function FilterChip({
  label,
  onRemove,
  children,
}: {
  label: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onRemove}
      className="relative inline-flex h-8 shrink-0 items-center gap-1 rounded-pill border border-line-strong pr-2 pl-3 text-13 font-medium whitespace-nowrap text-text transition-colors after:absolute after:inset-x-0 after:-inset-y-1.5 hover:bg-raised"
    >
      {children}
      <X size={16} strokeWidth={1.75} className="text-muted" aria-hidden />
    </button>
  )
}
