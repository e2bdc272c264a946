import { useSyncExternalStore } from 'react'
import { workerAddress } from '#lib/browser/worker-address.ts'

/** The page's side of the service worker: it is registered once, and a new version waits until the member accepts it. */
const CHECK_MS = 60 * 60_000
const WORKER = '/sw.js'

let waiting: ServiceWorker | null = null
let registered = false
const listeners = new Set<() => void>()

/** Registers the worker when the page is idle, and checks for a new version every hour and whenever the page becomes visible. */
export function install(): void {
  if (registered || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  registered = true
  void register()
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(workerAddress(WORKER))
    const offer = (worker: ServiceWorker | null) => {
      // Without a controller this is the first version: it replaces nothing.
      if (!worker || !navigator.serviceWorker.controller) return
      waiting = worker
      for (const listener of listeners) listener()
    }
    offer(registration.waiting)
    const follow = () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker))
    }
    // The download may have started before this listener was added.
    follow()
    registration.addEventListener('updatefound', follow)
    const check = () => void registration.update().catch(() => undefined)
    setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
    if (!navigator.serviceWorker.controller) keepFiles((await navigator.serviceWorker.ready).active)
  } catch (error) {
    console.error('the application cannot be installed', error)
  }
}

/** Sends the worker the addresses of the files that this page loads without it, so that it stores them for times without a network. */
function keepFiles(worker: ServiceWorker | null): void {
  const assets = `${location.origin}/assets/`
  const tell = (entries: PerformanceObserverEntryList) => {
    const keep = entries
      .getEntries()
      .map(({ name }) => name)
      .filter((name) => name.startsWith(assets))
    if (keep.length > 0) worker?.postMessage({ keep })
  }
  new PerformanceObserver(tell).observe({ type: 'resource', buffered: true })
}

/** Activates the waiting version and reloads the page. */
export function update(): void {
  // Another window activated it already.
  if (waiting?.state !== 'installed') {
    location.reload()
    return
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage('take over')
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a new version is waiting. */
export const useUpdateWaiting = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null)
