import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#ui/class-names.ts'
import { useField } from './field.tsx'
import { CONTROL } from './input.tsx'

/** The platform's own list, which every phone and screen reader knows. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const naming = useField()
  return (
    <div className="relative">
      <select
        {...naming}
        className={classNames(CONTROL, 'h-11 appearance-none pr-9 pl-3', className)}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
        aria-hidden
      />
    </div>
  )
}
