import { useEffect, useState } from 'react'

/** Before that, what somebody does first has the line and the processor to itself; between two screens too, where no browser says when it is idle. */
export const CALM_MS = 4000

type Line = { saveData?: boolean; effectiveType?: string }

/** Whether the line is slow or the reader asked for little to be sent; not every browser tells. */
function spares(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line }
  return connection?.saveData === true || /[23]g/.test(connection?.effectiveType ?? '')
}

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve())
    else setTimeout(resolve, CALM_MS)
  })

/** True once the page has had its first calm moment: for what nobody waits for. */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void idle().then(() => setCalm(true)), CALM_MS)
    return () => clearTimeout(timer)
  }, [])
  return isCalm
}

/**
 * Fetches screens one after the other while nothing else is to be done, so that the first visit to each is as quick as the
 * second. `isBusy` says whether the page waits for something itself; `preload` never rejects. Returns how to stop.
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
