import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export function Popover({
  trigger,
  align = 'end',
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className="z-50 w-80 max-w-[calc(100vw-24px)] rounded-card border border-line bg-overlay p-4 shadow-float"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
