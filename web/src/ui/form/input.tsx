import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useField } from './field.tsx'

export const CONTROL =
  'w-full rounded-control border border-control bg-bg text-16 text-text transition-colors placeholder:text-faint ' +
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-loss-mark disabled:opacity-50'

/** It can be read and copied, and has the look of something settled. */
export const READ_ONLY = 'border-line-strong bg-raised'

export type InputProps = ComponentProps<'input'> & {
  size_?: 'md' | 'lg'
  leading?: ReactNode
  trailing?: ReactNode
  /** Something about the value is being fetched or checked; it can still be changed. */
  busy?: boolean
}

export function Input({ className, size_ = 'lg', leading, trailing, busy, ...rest }: InputProps) {
  const naming = useField()
  return (
    <div className="relative">
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">
          {leading}
        </span>
      )}
      <input
        {...naming}
        aria-busy={busy || undefined}
        className={classNames(
          CONTROL,
          size_ === 'lg' ? 'h-11' : 'h-10',
          leading ? 'pl-9' : 'pl-3',
          trailing || busy ? 'pr-11' : 'pr-3',
          rest.readOnly && READ_ONLY,
          className,
        )}
        {...rest}
      />
      {busy ? (
        <span className="absolute inset-y-0 right-3 flex items-center text-muted">
          <Spinner />
        </span>
      ) : (
        trailing && (
          <span className="absolute inset-y-0 right-1.5 flex items-center text-muted">{trailing}</span>
        )
      )}
    </div>
  )
}
