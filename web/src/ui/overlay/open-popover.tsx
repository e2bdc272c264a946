import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

/** Around a link or button inside that ends the popover. */
export const PopoverClose = Primitive.Close

type PopoverProps = {
  /** A button; it gets its behaviour from here. */
  trigger: ReactNode
  /** The accessible name of what opens. */
  label?: string
  align?: 'start' | 'center' | 'end'
  /** For a list rather than a sentence. */
  wide?: boolean
  children: ReactNode
}

/** It opens as it appears, and again whenever its button is used. */
export default function OpenPopover({ trigger, label, align = 'end', wide, children }: PopoverProps) {
  return (
    <Primitive.Root defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          className={classNames(
            wide ? 'w-104' : 'w-80',
            'z-50 max-w-[calc(100vw-16px)] animate-appear rounded-card border border-line-strong bg-overlay p-4 shadow-float',
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
