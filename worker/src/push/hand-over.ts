// Encrypts a push message and posts it to its service. Only the answer's status matters, and redirects are not followed. Runs
// in its own thread (`push-thread.ts`), because encryption would block everything else.
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { encryptPush, type Subscriber } from './encrypt.ts'

/** A push message to an allowed address, with its authorization. */
export type PushOrder = {
  endpoint: string
  authorization: string
  subscriber: Subscriber
  text: string
  ttl: number
  topic: string
}

/** `gone`: the subscription has ended. `wait`: retry later, after the service's delay if given. */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone' | 'refused'; reason: string }
  | { outcome: 'wait'; reason: string; seconds: number | null }

const SILENCE_MS = 10_000
/** Connections per service: enough to send a batch at once. */
const SOCKETS = 64

const options = { keepAlive: true, maxSockets: SOCKETS }
const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }

/** Resolves with the result; never rejects. */
export function handOver({
  endpoint,
  authorization,
  subscriber,
  text,
  ttl,
  topic,
}: PushOrder): Promise<PushAnswer> {
  const url = new URL(endpoint)
  let body: Buffer
  try {
    body = encryptPush(text, subscriber)
  } catch (error) {
    return Promise.resolve({ outcome: 'gone', reason: `cannot be encrypted: ${(error as Error).message}` })
  }
  const headers = {
    authorization,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': body.length,
    ttl: String(ttl),
    urgency: 'high',
    topic,
  }
  const [send, agent] =
    url.protocol === 'https:' ? [httpsRequest, agents['https:']] : [httpRequest, agents['http:']]
  const post = (by: HttpAgent | HttpsAgent | false) =>
    new Promise<PushAnswer>((resolve) => {
      const request = send(url, { method: 'POST', headers, agent: by, timeout: SILENCE_MS }, (response) => {
        response.resume()
        resolve(answerOf(response.statusCode ?? 0, response.headers['retry-after']))
      })
      request.on('timeout', () => request.destroy(new Error('the push service does not respond')))
      request.on('error', ({ message, code }: NodeJS.ErrnoException) => {
        // The service closed an idle connection just as it was reused: retry at once on a new one.
        const closed = request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')
        resolve(closed ? post(false) : { outcome: 'wait', reason: message, seconds: null })
      })
      request.end(body)
    })
  return post(agent)
}

function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  const reason = `the push service answered ${status}`
  // RFC 8030: 404 is an expired subscription; services also use 410; 403 means another key.
  if (status === 404 || status === 410 || status === 403) return { outcome: 'gone', reason }
  if (status === 429 || status >= 500) {
    const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
    return { outcome: 'wait', reason, seconds }
  }
  return { outcome: 'refused', reason }
}
