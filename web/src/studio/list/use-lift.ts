import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** An item that was lifted: its place among the possible ones, and the place where it would be put. */
export type Lifted = { id: string; from: number; to: number }

type Options = {
  /** How many places the item can be put at, and which is its own. */
  places: (id: string) => { count: number; at: number }
  /** The place nearest to a height of the window. */
  placeAt: (id: string, y: number) => number
  /** The words spoken to who does not see the line move. */
  say: (what: 'lifted' | 'place' | 'dropped' | 'cancelled', lifted: Lifted) => string
  onDrop: (lifted: Lifted) => void
}

/** Moving an item by its handle: drag it, or lift it with Space and move it with the arrows. `box` is the list around. */
export function useLift<Box extends HTMLElement>({ places, placeAt, say, onDrop }: Options) {
  const [held, setHeld] = useState<Lifted | null>(null)
  const [said, setSaid] = useState('')
  const box = useRef<Box>(null)
  const dropped = useRef<string | null>(null)
  useEffect(() => {
    if (dropped.current === null || held) return
    box.current?.querySelector<HTMLElement>(`[data-handle="${dropped.current}"]`)?.focus()
    dropped.current = null
  })
  const lift = (id: string) => {
    const { at } = places(id)
    const lifted = { id, from: at, to: at }
    setHeld(lifted)
    setSaid(say('lifted', lifted))
  }
  const drop = () => {
    if (!held) return
    setHeld(null)
    dropped.current = held.id
    if (held.from === held.to) return
    setSaid(say('dropped', held))
    onDrop(held)
  }
  const aim = (to: number) => {
    if (!held || to < 0 || to >= places(held.id).count || to === held.to) return
    setHeld({ ...held, to })
    setSaid(say('place', { ...held, to }))
  }
  const cancel = () => {
    if (!held) return
    setHeld(null)
    setSaid(say('cancelled', held))
  }
  return {
    held,
    said,
    box,
    handleProps: (id: string) => ({
      type: 'button' as const,
      'data-handle': id,
      'aria-pressed': held?.id === id,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === ' ' || event.key === 'Enter') held ? drop() : lift(id)
        else if (held && event.key === 'ArrowDown') aim(held.to + 1)
        else if (held && event.key === 'ArrowUp') aim(held.to - 1)
        else if (held && event.key === 'Escape') cancel()
        else return
        event.preventDefault()
      },
      onBlur: () => held && setHeld(null),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.focus()
        lift(id)
      },
      onPointerMove: (event: PointerEvent) => {
        if (held && event.buttons) aim(placeAt(held.id, event.clientY))
      },
      onPointerUp: drop,
      onPointerCancel: () => setHeld(null),
    }),
  }
}
