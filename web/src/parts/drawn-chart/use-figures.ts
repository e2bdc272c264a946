import { useEffect, useSyncExternalStore } from 'react'
import type { drawnFigure } from 'trading/learning/figures/drawn-figures'

let compute: typeof drawnFigure | null = null
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Fetches the computation of figures. */
export async function fetchFigures(): Promise<void> {
  if (compute !== null) return
  try {
    compute = (await import('trading/learning/figures/drawn-figures')).drawnFigure
  } catch {
    // Without a network the next curve tries again.
    return
  }
  for (const tell of listeners) tell()
}

/** The computation of figures; null until it is fetched. Unlike a lazy part, what uses it is drawn at once when a page is printed. */
export function useFigures(): typeof drawnFigure | null {
  useEffect(() => void fetchFigures(), [])
  return useSyncExternalStore(
    listen,
    () => compute,
    () => null,
  )
}
