import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Moves, moveAlong } from './reading.ts'

/**
 * The value read on a small chart, by pointer or keys: its index, or null. `at` gives the value at a share of the width and
 * of the height.
 */
export function useReading(
  count: number,
  at: (across: number, down: number) => number | null,
  moves?: Moves,
) {
  const [index, setIndex] = useState<number | null>(null)
  const [byKeys, setByKeys] = useState(false)
  const read = index !== null && index < count ? index : null
  return {
    index: read,
    /** Whether keys selected it: then it is announced too. */
    byKeys,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'Escape') return setIndex(null)
        const next = moveAlong(event, read ?? count, count, moves)
        if (next === null) return
        event.preventDefault()
        setByKeys(true)
        setIndex(next)
      },
      onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent) => {
        const box = currentTarget.getBoundingClientRect()
        setByKeys(false)
        setIndex(at((clientX - box.left) / box.width, (clientY - box.top) / box.height))
      },
      onPointerLeave: () => setIndex(null),
      onBlur: () => setIndex(null),
    },
  }
}
