// Owns a push's way out: encrypted for its device and posted to its service. Of an answer only the status counts, and no
// redirect is followed. Runs in a thread of its own (`push-thread.ts`): encryption would hold up everything else.
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { encryptPush, type Subscriber } from './encrypt.ts'

/** A push whose address was allowed and whose sender is proved. */
export type PushOrder = {
  endpoint: string
  authorization: string
  subscriber: Subscriber
  text: string
  ttl: number
  topic: string
}

/** `gone`: the subscription is over. `wait`: try later, after so many seconds where the service says so. */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone' | 'refused'; reason: string }
  | { outcome: 'wait'; reason: string; seconds: number | null }

const SILENCE_MS = 10_000
/** To one service: a batch is out at once, for each answer takes a way there and back. */
const SOCKETS = 64

const options = { keepAlive: true, maxSockets: SOCKETS }
const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }

/** Resolves with what came of it; never rejects. */
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
      request.on('timeout', () => request.destroy(new Error('the push service says nothing')))
      request.on('error', ({ message, code }: NodeJS.ErrnoException) => {
        // The service closed a line that had been quiet just as it was taken again: a new line is tried at once.
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
  // RFC 8030: 404 is an expired subscription, and services say 410 too; 403 is another key's.
  if (status === 404 || status === 410 || status === 403) return { outcome: 'gone', reason }
  if (status === 429 || status >= 500) {
    const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
    return { outcome: 'wait', reason, seconds }
  }
  return { outcome: 'refused', reason }
}
