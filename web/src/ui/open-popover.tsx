import { Popover as Primitive } from 'radix-ui'
import type { PopoverProps } from './popover.tsx'

/** It opens as it appears, and again whenever its button is used. */
export default function OpenPopover({ trigger, label, align = 'end', children }: PopoverProps) {
  return (
    <Primitive.Root defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          className="z-50 w-80 max-w-[calc(100vw-16px)] animate-appear rounded-card border border-line-strong bg-overlay p-4 shadow-float"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
