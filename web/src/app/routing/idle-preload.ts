import { useEffect, useState } from 'react'
import { spares } from '#lib/browser/spares.ts'

/**
 * Wait before the first preload: the reader's first action has the connection and the processor to itself. Also the wait
 * between two screens where the browser has no idle callback.
 */
export const CALM_MS = 4000
/** For so long the reader must have scrolled, typed and pressed nothing: fetched code takes frames from what they do. */
const STILL_MS = 1000
const ACTS = ['scroll', 'wheel', 'touchmove', 'pointerdown', 'keydown'] as const

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
  if (spares()) return () => undefined
  let stopped = false
  let acted = Number.NEGATIVE_INFINITY
  const act = () => {
    acted = performance.now()
  }
  // A list that scrolls by itself tells only those who capture.
  for (const kind of ACTS) window.addEventListener(kind, act, { capture: true, passive: true })
  const stop = () => {
    stopped = true
    for (const kind of ACTS) window.removeEventListener(kind, act, { capture: true })
  }
  const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const isBusyNow = () => isBusy() || performance.now() < acted + STILL_MS
  const begin = async () => {
    do await after(CALM_MS)
    while (isBusy() && !stopped)
    for (const { preload } of screens) {
      await idle()
      while (isBusyNow() && !stopped) await after(STILL_MS)
      if (stopped) return
      await preload()
    }
    stop()
  }
  void begin()
  return stop
}
