import { useEffect, useState } from 'react'

/** At the latest then: a page that is never idle must show its chart all the same. */
const AT_LATEST_MS = 1500

/** Whether what asks has been drawn, and the page has had nothing to do since: what is heavy may come now. */
export function useCalm(): boolean {
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    const settle = () => setCalm(true)
    // Not every browser says when it is idle.
    const idle = typeof requestIdleCallback === 'function'
    let waits = 0
    // The second frame begins once the first has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        waits = idle
          ? requestIdleCallback(settle, { timeout: AT_LATEST_MS })
          : window.setTimeout(settle, AT_LATEST_MS)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      if (idle) cancelIdleCallback(waits)
      else clearTimeout(waits)
    }
  }, [])
  return calm
}
