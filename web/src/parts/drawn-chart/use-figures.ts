import { useEffect, useSyncExternalStore } from 'react'
import type { computeFigure } from 'trading/learning/figures/figures'

let compute: typeof computeFigure | null = null
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Fetches the computation of figures, which brings exact decimals along: they weigh as much as a lesson's own page. */
export async function fetchFigures(): Promise<void> {
  if (compute !== null) return
  try {
    compute = (await import('trading/learning/figures/figures')).computeFigure
  } catch {
    // Without a network the next curve tries again.
    return
  }
  for (const tell of listeners) tell()
}

/** The computation of figures; null until it is fetched. Unlike a lazy part, what uses it is drawn at once when a page is printed. */
export function useFigures(): typeof computeFigure | null {
  useEffect(() => void fetchFigures(), [])
  return useSyncExternalStore(
    listen,
    () => compute,
    () => null,
  )
}
