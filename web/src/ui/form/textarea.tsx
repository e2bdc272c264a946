import type { ComponentProps } from 'react'
import { classNames } from '#ui/class-names.ts'
import { useField } from './field.tsx'
import { CONTROL } from './input.tsx'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const naming = useField()
  return (
    <textarea
      rows={3}
      {...naming}
      className={classNames(CONTROL, 'resize-y px-3 py-2', className)}
      {...rest}
    />
  )
}
