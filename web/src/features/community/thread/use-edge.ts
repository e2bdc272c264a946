import { useCallback, useEffectEvent } from 'react'

const NEAR = '1500px'
/** How long a read that changed nothing, because it failed, waits before the next. */
const waitMs = (tries: number) => Math.min(250 * 2 ** tries, 8000)

/** Calls `reach` when an element at the edge of a list comes near the window, and again while it stays there. */
export function useEdge(reach: () => unknown): (node: HTMLElement | null) => (() => void) | undefined {
  const near = useEffectEvent(reach)
  return useCallback((node: HTMLElement | null) => {
    if (!node) return
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
      ([entry]) => {
        isNear = entry?.isIntersecting === true
        if (isNear) void read()
      },
      { rootMargin: `${NEAR} 0px` },
    )
    observer.observe(node)
    return () => {
      isNear = false
      observer.disconnect()
    }
  }, [])
}
