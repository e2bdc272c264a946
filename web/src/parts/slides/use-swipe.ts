import { type PointerEvent, useRef } from 'react'

const FAR_PX = 48
/** What a finger moves sideways itself. */
const DRAGGED = '[role="slider"], .touch-pan-x, pre, math, section[tabindex="0"]'

/** A finger's sideways stroke: −1 to the left, 1 to the right. */
export function useSwipe(onSwipe: (direction: -1 | 1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, clientX, clientY, target }: PointerEvent) => {
      const own = target instanceof Element && target.closest(DRAGGED) !== null
      start.current = pointerType === 'touch' && !own ? { x: clientX, y: clientY } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (!from) return
      const [across, down] = [clientX - from.x, clientY - from.y]
      if (Math.abs(across) >= FAR_PX && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0 ? -1 : 1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
