import { Popover } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

type Props = {
  id: string
  side: 'top' | 'right'
  anchor: RefObject<HTMLElement | null>
  onPointerEnter: () => void
  onPointerLeave: () => void
  onClose: () => void
  children: ReactNode
}

/** Placed where it fits best beside its anchor. The pointer may move onto it; the focus stays. */
export default function TooltipBubble({
  id,
  side,
  anchor,
  onPointerEnter,
  onPointerLeave,
  onClose,
  children,
}: Props) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          }}
          onPointerEnter={onPointerEnter}
          onPointerLeave={onPointerLeave}
          className="z-50 max-w-80 animate-appear rounded-control border border-line-strong bg-overlay px-3 py-2 text-13 text-pretty text-text shadow-float"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
