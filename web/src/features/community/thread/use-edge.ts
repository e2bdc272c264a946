import { useCallback, useEffectEvent } from 'react'

const NEAR = '1500px'
/** How long a read that changed nothing, because it failed, waits before the next. */
const waitMs = (tries: number) => Math.min(250 * 2 ** tries, 8000)

/** Calls `near` when an element comes near the window, and again while it stays there, one call at a time. Returns what stops it. */
export function watchEdge(node: Element, near: () => unknown): () => void {
  let isNear = false
  let reading = false
  const read = async () => {
    if (reading) return
    reading = true
    for (let tries = 0; isNear; tries++) {
      await near()
      await new Promise((resolve) => setTimeout(resolve, waitMs(tries)))
    }
    reading = false
  }
  const observer = new IntersectionObserver(
    // On a busy page several changes are told at once, oldest first.
    (entries) => {
      isNear = entries.at(-1)?.isIntersecting === true
      if (isNear) void read()
    },
    { rootMargin: `${NEAR} 0px` },
  )
  observer.observe(node)
  return () => {
    isNear = false
    observer.disconnect()
  }
}

/** Calls `reach` when an element at the edge of a list comes near the window, and again while it stays there. */
export function useEdge(reach: () => unknown): (node: HTMLElement | null) => (() => void) | undefined {
  const near = useEffectEvent(reach)
  return useCallback((node: HTMLElement | null) => (node ? watchEdge(node, () => near()) : undefined), [])
}
