// Owns this browser's side of pushes: whether it supports them, whether they are permitted, and its subscription.
export type PushState = 'unsupported' | 'refused' | 'off' | 'on'

export type PushSubscribed = { endpoint: string; p256dh: string; auth: string }

/** Whether this browser supports pushes, and its endpoint. Safari on iOS supports them in the installed application only. */
export async function readPushState(): Promise<{ state: PushState; endpoint: string | null }> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return { state: 'unsupported', endpoint: null }
  }
  const registration = await navigator.serviceWorker.getRegistration()
  // Without the service worker of a built application nothing would receive them.
  if (!registration) return { state: 'unsupported', endpoint: null }
  const endpoint = (await registration.pushManager.getSubscription())?.endpoint ?? null
  if (Notification.permission === 'denied') return { state: 'refused', endpoint }
  return { state: endpoint ? 'on' : 'off', endpoint }
}

/** Asks the person and the push service. Throws their refusals. */
export async function subscribePush(publicKey: string): Promise<PushSubscribed> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new DOMException('The person said no.', 'NotAllowedError')
  }
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // A subscription made with another key cannot receive anything any more.
  if (before && base64url(before.options.applicationServerKey) !== publicKey) await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return {
    endpoint: subscription.endpoint,
    p256dh: base64url(subscription.getKey('p256dh')),
    auth: base64url(subscription.getKey('auth')),
  }
}

export async function unsubscribePush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Bytes in base64url as the Push API writes them: - and _ instead of + and /, without = at the end. */
export function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
