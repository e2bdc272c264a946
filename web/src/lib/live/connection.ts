import { useSyncExternalStore } from 'react'

/**
 * Whether live data arrives: told by whoever holds a channel, by the browser's own network state, and by `reach.ts`, since a
 * network may be there and lead nowhere.
 */
export type Connection = 'idle' | 'live' | 'connecting' | 'unreachable' | 'offline'

let channel: Exclude<Connection, 'unreachable' | 'offline'> = 'idle'
let reached = true
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** For the subscription that keeps a screen live: whether it does now, and null when it ends. */
export function reportChannel(live: boolean | null): void {
  channel = live === null ? 'idle' : live ? 'live' : 'connecting'
  tell()
}

/** For `reach.ts`: whether the product answers. */
export function reportReach(answers: boolean): void {
  if (reached === answers) return
  reached = answers
  tell()
}

/** Whether anything newer than what is there can come. */
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

/** Whether what is shown is what came last, and which of the two says so. */
export function useCut(): 'offline' | 'unreachable' | null {
  const connection = useConnection()
  return connection === 'offline' || connection === 'unreachable' ? connection : null
}
