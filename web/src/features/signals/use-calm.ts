import { useEffect, useState } from 'react'

/** The longest wait: a page that is never idle must show its chart all the same. */
const AT_LATEST_MS = 1500

/** Whether the caller has been painted and the page has been idle since: heavy work may start. */
export function useCalm(): boolean {
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    const settle = () => setCalm(true)
    // Not every browser has an idle callback.
    const idle = typeof requestIdleCallback === 'function'
    let waits = 0
    // The second frame starts once the first has been painted.
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
