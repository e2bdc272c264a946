import { useSyncExternalStore } from 'react'

/** Whether live data arrives: told by whoever holds a channel, and by the browser's own network state. */
export type Connection = 'idle' | 'live' | 'connecting' | 'offline'

let channel: Exclude<Connection, 'offline'> = 'idle'
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** For the subscription that keeps a screen live: whether it does now, and null when it ends. */
export function reportChannel(live: boolean | null): void {
  channel = live === null ? 'idle' : live ? 'live' : 'connecting'
  tell()
}

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
  useSyncExternalStore(subscribe, () => (navigator.onLine ? channel : 'offline'))
