import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

/** Wrap a link or button inside the popover to close it. */
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

/** Opens when it mounts, and again whenever its button is pressed. */
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
