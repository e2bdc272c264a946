import { Slot } from 'radix-ui'
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const loadBubble = () => import('./tooltip-bubble.tsx')
const Bubble = lazyPart(loadBubble)

const OPEN_AFTER_MS = 200
const CLOSE_AFTER_MS = 120

type Props = { content: ReactNode; side?: 'top' | 'right'; children: ReactNode }

/** A text about something, on hover, focus or tap. Its code is fetched on first use; Escape closes it. */
export function Tooltip({ content, side = 'top', children }: Props) {
  const anchor = useRef<HTMLElement>(null)
  const id = useId()
  const { open, soon, now, later, close } = useOpening()
  return (
    <>
      <Slot.Root
        ref={anchor as RefObject<HTMLElement>}
        aria-describedby={open ? id : undefined}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'touch') return
          void loadBubble()
          soon()
        }}
        onPointerLeave={later}
        onFocus={now}
        onBlur={close}
        onClick={now}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      >
        {children}
      </Slot.Root>
      {open ? (
        <Suspense fallback={null}>
          <Bubble
            id={id}
            side={side}
            anchor={anchor}
            onPointerEnter={now}
            onPointerLeave={later}
            onClose={close}
          >
            {content}
          </Bubble>
        </Suspense>
      ) : null}
    </>
  )
}

function useOpening() {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const after = (milliseconds: number, next: boolean) => {
    clearTimeout(timer.current)
    if (milliseconds === 0) setOpen(next)
    else timer.current = setTimeout(setOpen, milliseconds, next)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    open,
    soon: () => after(OPEN_AFTER_MS, true),
    now: () => after(0, true),
    later: () => after(CLOSE_AFTER_MS, false),
    close: () => after(0, false),
  }
}

/** A term with its definition on hover, tap or focus. */
export function Definition({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <Tooltip content={children}>
      <button
        type="button"
        className="relative cursor-help text-left underline after:absolute after:inset-x-0 after:top-1/2 after:h-6 after:-translate-y-1/2 pointer-coarse:after:h-11 decoration-control decoration-dotted underline-offset-4"
      >
        {term}
      </button>
    </Tooltip>
  )
}
