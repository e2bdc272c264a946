import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { useField } from './field.tsx'

export const CONTROL =
  'w-full rounded-control border border-control bg-bg text-16 text-text transition-colors placeholder:text-faint ' +
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-loss-mark disabled:opacity-50'

/** A value that can be read and copied, not changed. */
const READ_ONLY = 'border-line-strong bg-raised'

export type InputProps = ComponentProps<'input'> & {
  size_?: 'md' | 'lg'
  leading?: ReactNode
  trailing?: ReactNode
}

export function Input({ className, size_ = 'lg', leading, trailing, ...rest }: InputProps) {
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
        className={classNames(
          CONTROL,
          size_ === 'lg' ? 'h-11' : 'h-10',
          leading ? 'pl-9' : 'pl-3',
          trailing ? 'pr-11' : 'pr-3',
          rest.readOnly && READ_ONLY,
          className,
        )}
        {...rest}
      />
      {trailing && (
        <span className="absolute inset-y-0 right-1.5 flex items-center text-muted">{trailing}</span>
      )}
    </div>
  )
}
