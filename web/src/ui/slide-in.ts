import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A frame and a half: a later frame means that the page is busy. */
const LATE_MS = 25

/**
 * For entries added to a list in view: they slide in, unless the page is too busy to animate in time. Then they appear at
 * once, and nothing else waits for an animation.
 */
export function useSlideIn<Part extends HTMLElement>(isNew: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    if (!isNew) return
    const begun = performance.now()
    // In the frame that shows it first.
    const frame = requestAnimationFrame(() => {
      if (part.current && performance.now() - begun < LATE_MS) part.current.dataset.arrives = ''
    })
    return () => cancelAnimationFrame(frame)
  }, [isNew])
  return part
}
