import { Switch as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '#ui/class-names.ts'
import { useField } from './field.tsx'

/** On or off, effective at once. Its name comes from its field, a label or aria-label. */
export function Switch({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  const naming = useField()
  return (
    <Primitive.Root
      {...naming}
      className={classNames(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-pill px-0.5 transition-colors',
        'ring-[1.5px] ring-control ring-inset after:absolute after:-inset-3 disabled:opacity-45',
        'data-[state=checked]:bg-inverse data-[state=checked]:ring-inverse',
        className,
      )}
      {...rest}
    >
      <Primitive.Thumb className="size-4 rounded-pill bg-control transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-inverse" />
    </Primitive.Root>
  )
}
