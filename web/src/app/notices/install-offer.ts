import { useSyncExternalStore } from 'react'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { onUsefulAct } from '#lib/browser/useful-act.ts'

/**
 * Whether this browser can install the application, and when it is offered: once, after the member did something useful. From then
 * on it stands in the account's menu alone.
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

/** Safari on a telephone says whether a page runs as an application, and installs by its own menu alone. */
const isUninstalledSafari = () => 'standalone' in navigator && navigator.standalone === false

/** What the browser said before anybody asked stands in `window.early` (public/first-paint.js). */
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

/** Once it has been seen it does not come again by itself, whatever was answered. */
export const noteOffered = (): void => storeSetting(OFFERED, 'offered')

export const closeInstall = (): void => change({ open: false })

/** Has the browser install, or shows how where it only does so by hand. */
export async function askInstall(): Promise<void> {
  const asked = window.early.install
  if (!asked) return change({ open: true })
  // It may be asked once; where it is refused, the browser tells anew when it can be again.
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
