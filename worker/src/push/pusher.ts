// Owns whom pushes are sent to and in whose name. Members name the addresses, so only the services of the browsers are
// spoken to.
import type { Subscriber } from './encrypt.ts'
import type { PushAnswer } from './hand-over.ts'
import { createPushThreads } from './push-threads.ts'
import { createIdentity, type KeyPair } from './sender-identity.ts'

export type PushSettings = {
  /** Whom a push service can write to: mailto: or https:. */
  subject: string
  /** Origins that may be spoken to; `https://*.host` is every name under a host. */
  services: readonly string[]
  configured: KeyPair | null
}

/** Those of Chrome, Edge, Firefox and Safari. */
export const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
]

export type Push = Subscriber & {
  endpoint: string
  text: string
  /** How long a service keeps it for a device that is away, in seconds. */
  ttl: number
  /** A later push of the same topic takes its place at the service: up to 32 letters, digits, - and _. */
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

/** Whether an address belongs to one of the services. */
export function isServed(url: URL, services: readonly string[]): boolean {
  return services.some((service) => {
    if (!service.includes('://*.')) return url.origin === service
    const [scheme, host] = service.split('://*') as [string, string]
    return url.protocol === `${scheme}:` && url.port === '' && url.hostname.endsWith(host)
  })
}
