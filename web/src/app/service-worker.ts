// What the installed application does without a network: pages come from the network when it answers in time, else from
// the shell that was kept; files named by their content come from the cache. It never touches the API: data of a member
// is kept by the page (lib/browser/offline-data.ts) and goes with their session.
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
    // One page serves every address: what is kept is the shell, not what somebody looked at.
    { cacheWillUpdate: async () => null, handlerDidError: async () => matchPrecache(SHELL) },
  ],
})
registerRoute(new NavigationRoute((options) => page.handle(options), { denylist: [SERVICES] }))

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'assets',
    // Its types were written before optional properties could be exact.
    plugins: [new ExpirationPlugin({ maxEntries: KEPT_FILES, maxAgeSeconds: KEPT_DAYS * 86_400 }) as object],
  }),
)
setDefaultHandler(new NetworkOnly())

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if (data === 'take over') void self.skipWaiting()
})

/** What the worker of the product sends (worker/src/push/message.ts). */
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

/** One of the same tag takes the place of what is shown: it is the same news, or says that it no longer holds. */
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

/** A push service may give a browser another address at any time; without this the device would fall silent. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event as Renewal)))

async function renew({ oldSubscription: was, newSubscription }: Renewal): Promise<void> {
  if (!was) return
  const now = newSubscription ?? (await self.registration.pushManager.subscribe(was.options))
  const { endpoint, keys } = now.toJSON()
  // Nobody need be signed in: the old address is the right to name the new one.
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

/** In the window that is there, else in a new one. Never elsewhere than at home. */
async function open(url: URL): Promise<void> {
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = windows.find(({ focused }) => focused) ?? windows[0]
  if (!window) {
    await self.clients.openWindow(url)
    return
  }
  await window.focus()
  // A page that this worker does not control yet cannot be led; it hears and goes by itself.
  window.postMessage({ go: url.pathname + url.search })
}
