import { useSyncExternalStore } from 'react'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { onUsefulAct } from '#lib/browser/useful-act.ts'

/**
 * Whether this browser can install the application, and when to offer it: once, after the member did something useful. Later
 * the offer is in the account menu only.
 */
type InstallWay = 'browser' | 'by-hand' | null
type Offer = { way: InstallWay; open: boolean }

const OFFERED = 'vigie-install'

let watched = false
let offer: Offer = { way: null, open: false }
const listeners = new Set<() => void>()

function change(next: Partial<Offer>): void {
  offer = { ...offer, ...next }
  for (const listener of listeners) listener()
}

/** Safari on iOS says whether a page runs as an application, and installs only from its own menu. */
const isUninstalledSafari = () => 'standalone' in navigator && navigator.standalone === false

/** Early browser events are stored in `window.early` (public/first-paint.js). */
function watch(): void {
  if (watched) return
  watched = true
  if (window.early.install) change({ way: 'browser' })
  else if (isUninstalledSafari()) change({ way: 'by-hand' })
  window.addEventListener('beforeinstallprompt', () => change({ way: 'browser' }))
  window.addEventListener('appinstalled', () => {
    window.early.install = null
    change({ way: null, open: false })
  })
  onUsefulAct(() => {
    if (readSetting(OFFERED) === null && offer.way) change({ open: true })
  })
}

/** Once shown, the offer does not appear by itself again, whatever the answer. */
export const noteOffered = (): void => storeSetting(OFFERED, 'offered')

export const closeInstall = (): void => change({ open: false })

/** Asks the browser to install, or shows how to do it by hand. */
export async function askInstall(): Promise<void> {
  const asked = window.early.install
  if (!asked) return change({ open: true })
  // The prompt works once; after a refusal the browser fires the event again when it may be repeated.
  window.early.install = null
  change({ way: null, open: false })
  await asked.prompt()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  watch()
  return () => listeners.delete(listener)
}

export const useInstallOffer = (): Offer => useSyncExternalStore(subscribe, () => offer)
