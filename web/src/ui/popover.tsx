import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

type Props = {
  trigger: ReactNode
  /** The accessible name of what opens. */
  label?: string | undefined
  align?: 'start' | 'center' | 'end'
  defaultOpen?: boolean
  children: ReactNode
}

export function Popover({ trigger, label, align = 'end', defaultOpen = false, children }: Props) {
  return (
    <Primitive.Root defaultOpen={defaultOpen}>
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
