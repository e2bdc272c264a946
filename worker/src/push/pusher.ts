// Sends push messages to allowed services only, because members supply the addresses.
import type { Subscriber } from './encrypt.ts'
import type { PushAnswer } from './hand-over.ts'
import { createPushThreads } from './push-threads.ts'
import { createIdentity, type KeyPair } from './sender-identity.ts'

export type PushSettings = {
  /** Contact for push services: mailto: or https:. */
  subject: string
  /** Allowed origins; `https://*.host` matches every name under a host. */
  services: readonly string[]
  configured: KeyPair | null
}

/** The services of Chrome, Edge, Firefox and Safari. */
export const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
]

export type Push = Subscriber & {
  endpoint: string
  text: string
  /** How long a service keeps the message for an offline device, in seconds. */
  ttl: number
  /** A later message with the same topic replaces this one at the service: up to 32 characters of letters, digits, - and _. */
  topic: string
}

export type Pusher = { send(push: Push): Promise<PushAnswer>; close(): void }

export function createPusher(pair: KeyPair, settings: PushSettings, now: () => number): Pusher {
  const identity = createIdentity(pair, settings.subject, now)
  const threads = createPushThreads()
  return {
    async send({ endpoint, text, ttl, topic, ...subscriber }) {
      const url = URL.parse(endpoint)
      if (!url || !isServed(url, settings.services)) {
        return { outcome: 'gone', reason: 'not an address of a push service' }
      }
      const authorization = identity.authorization(url.origin)
      return await threads.send({ endpoint, authorization, subscriber, text, ttl, topic })
    },
    close: () => threads.close(),
  }
}

/** Whether an address belongs to an allowed service. */
export function isServed(url: URL, services: readonly string[]): boolean {
  return services.some((service) => {
    if (!service.includes('://*.')) return url.origin === service
    const [scheme, host] = service.split('://*') as [string, string]
    return url.protocol === `${scheme}:` && url.port === '' && url.hostname.endsWith(host)
  })
}
