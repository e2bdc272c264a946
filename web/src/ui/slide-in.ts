import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A frame and a half: a page that is later than this is busy. */
const LATE_MS = 25

/**
 * For what came while a list was being looked at: it slides in, unless the page is too busy to draw it in time. Then it stands
 * there at once, and nothing that is still to be drawn waits for a movement.
 */
export function useSlideIn<Part extends HTMLElement>(isNew: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    if (!isNew) return
    const begun = performance.now()
    // Within the frame that shows it first.
    const frame = requestAnimationFrame(() => {
      if (part.current && performance.now() - begun < LATE_MS) part.current.dataset.arrives = ''
    })
    return () => cancelAnimationFrame(frame)
  }, [isNew])
  return part
}
