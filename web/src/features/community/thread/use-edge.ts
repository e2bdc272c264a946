import { useCallback, useEffectEvent } from 'react'

const NEAR = '1500px'

/** Calls `reach` when an element at the edge of a list comes near the window, and again while it stays there. */
export function useEdge(reach: () => unknown): (node: HTMLElement | null) => (() => void) | undefined {
  const near = useEffectEvent(reach)
  return useCallback((node: HTMLElement | null) => {
    if (!node) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) near()
      },
      { rootMargin: `${NEAR} 0px` },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
}
