// Owns the conversation with push services. Members name the addresses, so only the services of the browsers are spoken to,
// no redirect is followed, and of an answer only the status counts.
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { encryptPush, type Subscriber } from './encrypt.ts'
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

/** `gone`: the subscription is over. `wait`: try later, after so many seconds where the service says so. */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone' | 'refused'; reason: string }
  | { outcome: 'wait'; reason: string; seconds: number | null }

export type Pusher = { send(push: Push): Promise<PushAnswer>; close(): void }

const SILENCE_MS = 10_000
const SOCKETS = 32

export function createPusher(pair: KeyPair, settings: PushSettings, now: () => number): Pusher {
  const identity = createIdentity(pair, settings.subject, now)
  const options = { keepAlive: true, maxSockets: SOCKETS }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  return {
    async send({ endpoint, text, ttl, topic, ...subscriber }) {
      const url = URL.parse(endpoint)
      if (!url || !isServed(url, settings.services)) {
        return { outcome: 'gone', reason: 'not an address of a push service' }
      }
      let body: Buffer
      try {
        body = encryptPush(text, subscriber)
      } catch (error) {
        return { outcome: 'gone', reason: `cannot be encrypted: ${(error as Error).message}` }
      }
      const headers = {
        authorization: identity.authorization(url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: String(ttl),
        urgency: 'high',
        topic,
      }
      const agent = url.protocol === 'https:' ? agents['https:'] : agents['http:']
      return await new Promise((resolve) => {
        const send = url.protocol === 'https:' ? httpsRequest : httpRequest
        const request = send(url, { method: 'POST', headers, agent, timeout: SILENCE_MS }, (response) => {
          response.resume()
          resolve(answerOf(response.statusCode ?? 0, response.headers['retry-after']))
        })
        request.on('timeout', () => request.destroy(new Error('the push service says nothing')))
        request.on('error', ({ message }) => resolve({ outcome: 'wait', reason: message, seconds: null }))
        request.end(body)
      })
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
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

function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  const reason = `the push service answered ${status}`
  // RFC 8030: 404 is an expired subscription, and services say 410 too; 403 is another key's.
  if (status === 404 || status === 410 || status === 403) return { outcome: 'gone', reason }
  if (status === 429 || status >= 500) {
    const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
    return { outcome: 'wait', reason, seconds }
  }
  return { outcome: 'refused', reason }
}
