// What the installed application does offline. Pages come from the network if it answers in time, otherwise from the stored
// shell; files with a content hash come from the cache. The worker never touches the API: the page stores a member's data
// itself (lib/browser/offline-data.ts) and deletes it with the session.
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute, setDefaultHandler } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { keepSeen } from '#lib/record/seen-heads.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Written by the build: the shell's files. */
  __FILES: { url: string; revision: string | null }[]
}

const SHELL = '/index.html'
const SERVICES = /^\/(auth|rest|realtime|storage|functions)\/v1/
const ANSWER_WITHIN_S = 4
const KEPT_FILES = 300
const KEPT_DAYS = 60

precacheAndRoute(self.__FILES, { directoryIndex: null as never, cleanURLs: false })
cleanupOutdatedCaches()

const page = new NetworkFirst({
  cacheName: 'pages',
  networkTimeoutSeconds: ANSWER_WITHIN_S,
  plugins: [
    // One page serves every address, so the shell is stored, not the pages visited.
    { cacheWillUpdate: async () => null, handlerDidError: async () => matchPrecache(SHELL) },
  ],
})
registerRoute(new NavigationRoute((options) => page.handle(options), { denylist: [SERVICES] }))

const files = new CacheFirst({
  cacheName: 'assets',
  // Its types predate exact optional properties.
  plugins: [new ExpirationPlugin({ maxEntries: KEPT_FILES, maxAgeSeconds: KEPT_DAYS * 86_400 }) as object],
})
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), files)
setDefaultHandler(new NetworkOnly())

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { data } = event
  if (data === 'take over') void self.skipWaiting()
  else if (Array.isArray(data?.keep))
    event.waitUntil(Promise.allSettled(data.keep.map((file: string) => keepFile(event, file))))
})

/** Stores a file that a page asked for before this worker controlled it. */
async function keepFile(event: ExtendableEvent, file: string): Promise<void> {
  if (await matchPrecache(file)) return
  const [, done] = files.handleAll({ event, request: new Request(file) })
  await done
}

/** The payload that the product's worker sends (worker/src/push/message.ts). */
type Pushed = {
  title: string
  body: string
  tag: string
  link: string
  at: string
  silent: boolean
  head?: string
}

self.addEventListener('push', (event) => {
  const told = event.data?.json() as Pushed | undefined
  if (!told) return
  event.waitUntil(show(told))
  if (told.head) event.waitUntil(keepSeen([told.head]))
})

/** A message with the same tag replaces the one shown: it is an update of it, or withdraws it. */
async function show({ title, body, tag, link, at, silent }: Pushed): Promise<void> {
  await self.registration.showNotification(title, {
    body,
    tag,
    silent,
    icon: '/icons/192.png',
    data: { link },
    timestamp: Date.parse(at),
  } as NotificationOptions)
}

type Renewal = ExtendableEvent & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** A push service may change a browser's address at any time; without this handler the device would stop receiving. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event as Renewal)))

async function renew({ oldSubscription: was, newSubscription }: Renewal): Promise<void> {
  if (!was) return
  const now = newSubscription ?? (await self.registration.pushManager.subscribe(was.options))
  const { endpoint, keys } = now.toJSON()
  // Works without a session: knowing the old address authorises naming the new one.
  const page = await (await matchPrecache(SHELL))?.text()
  const apikey = /"anonKey":"([^"]+)"/.exec(page ?? '')?.[1]
  const answer = await fetch('/rest/v1/rpc/renew_push_device', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apikey && { apikey }) },
    body: JSON.stringify({ was: was.endpoint, endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
  })
  if (!answer.ok) throw new Error(`the new address was not taken: ${answer.status}`)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { link } = event.notification.data as { link: string }
  event.waitUntil(open(new URL(link, self.location.origin)))
})

/** Uses the open window, otherwise a new one. Never leaves our origin. */
async function open(url: URL): Promise<void> {
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = windows.find(({ focused }) => focused) ?? windows[0]
  if (!window) {
    await self.clients.openWindow(url)
    return
  }
  await window.focus()
  // The worker cannot navigate a page that it does not control yet; it sends a message and the page navigates itself.
  window.postMessage({ go: url.pathname + url.search })
}
