import { useSyncExternalStore } from 'react'

/**
 * Whether live data arrives, from three sources: the open channel, the browser's network state, and `reach.ts`, which detects a
 * network that does not reach the server.
 */
export type Connection = 'idle' | 'live' | 'connecting' | 'unreachable' | 'offline'

let channel: Exclude<Connection, 'unreachable' | 'offline'> = 'idle'
let reached = true
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Reports whether the screen's channel is live; null when the subscription ends. */
export function reportChannel(live: boolean | null): void {
  channel = live === null ? 'idle' : live ? 'live' : 'connecting'
  tell()
}

/** Reports whether the server answers (`reach.ts`). */
export function reportReach(answers: boolean): void {
  if (reached === answers) return
  reached = answers
  tell()
}

/** Whether the server can currently deliver newer data. */
export const isReachable = (): boolean => navigator.onLine && reached

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

export const useConnection = (): Connection =>
  useSyncExternalStore(subscribe, () => (navigator.onLine ? (reached ? channel : 'unreachable') : 'offline'))

/** Why the displayed data may be outdated; null while it is current. */
export function useCut(): 'offline' | 'unreachable' | null {
  const connection = useConnection()
  return connection === 'offline' || connection === 'unreachable' ? connection : null
}
