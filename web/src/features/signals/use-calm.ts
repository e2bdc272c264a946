import { useSyncExternalStore } from 'react'

/** At the latest then: a page that is never idle must show its chart all the same. */
const AT_LATEST_MS = 1500
let calm = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!calm && listeners.size === 1) {
    const settle = () => {
      calm = true
      for (const one of listeners) one()
    }
    // The second frame begins once the first has been painted.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        // Not every browser says when it is idle.
        if (typeof requestIdleCallback === 'function') requestIdleCallback(settle, { timeout: AT_LATEST_MS })
        else setTimeout(settle, AT_LATEST_MS)
      }),
    )
  }
  return () => listeners.delete(listener)
}

/** Whether the page has been drawn and had nothing to do since: what is heavy may come now. */
export const useCalm = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => calm,
    () => true,
  )
