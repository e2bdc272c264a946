import { Popover } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '#ui/class-names.ts'

export type AnchoredProps = {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The control that opens it and takes the focus back when it closes. */
  trigger: RefObject<HTMLElement | null>
  labelledBy?: string | undefined
}

type Props = AnchoredProps & { label?: string; className: string; children: ReactNode }

/**
 * A panel that floats beside its control. It is rendered in the control's positioned box, so the button is not mounted again
 * when this file arrives.
 */
export function AnchoredPanel({
  id,
  open,
  onOpenChange,
  trigger,
  labelledBy,
  label,
  className,
  children,
}: Props) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor className="pointer-events-none absolute inset-0" aria-hidden />
      <Popover.Portal>
        <Popover.Content
          id={id}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={labelledBy ? undefined : label}
          aria-labelledby={labelledBy}
          onInteractOutside={(event) => {
            // Its button closes it. Closing it here as well would make that press open it again.
            if (event.target instanceof Node && trigger.current?.contains(event.target))
              event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // A click on another element keeps the focus there.
            if (document.activeElement === document.body) trigger.current?.focus({ preventScroll: true })
          }}
          // A dialog that locks scrolling would take the wheel from a list floating over it.
          onWheel={(event) => event.stopPropagation()}
          onTouchMove={(event) => event.stopPropagation()}
          className={classNames(
            'z-50 max-w-[calc(100vw-16px)] animate-appear overflow-hidden rounded-card border border-line-strong bg-overlay text-text shadow-float',
            className,
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
