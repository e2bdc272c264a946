import { useEffect, useState } from 'react'

/**
 * Wait before the first preload: the reader's first action has the connection and the processor to itself. Also the wait
 * between two screens where the browser has no idle callback.
 */
export const CALM_MS = 4000

type Line = { saveData?: boolean; effectiveType?: string }

/** Whether the connection is slow or the reader saves data; not every browser tells. */
function spares(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line }
  return connection?.saveData === true || /[23]g/.test(connection?.effectiveType ?? '')
}

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve())
    else setTimeout(resolve, CALM_MS)
  })

/** True after the page's first idle moment: for work that nothing waits for. */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void idle().then(() => setCalm(true)), CALM_MS)
    return () => clearTimeout(timer)
  }, [])
  return isCalm
}

/**
 * Fetches screens one by one while the page is idle, so that the first visit to each is as fast as the second. `isBusy` says
 * whether the page itself waits for something; `preload` never rejects. Returns a function that stops it.
 */
export function preloadWhenIdle(
  screens: readonly { preload: () => Promise<unknown> }[],
  isBusy: () => boolean,
): () => void {
  let stopped = spares()
  const calm = () => new Promise<void>((resolve) => setTimeout(resolve, CALM_MS))
  const begin = async () => {
    do await calm()
    while (isBusy() && !stopped)
    for (const { preload } of screens) {
      await idle()
      if (stopped) return
      await preload()
    }
  }
  if (!stopped) void begin()
  return () => {
    stopped = true
  }
}
