import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearer } from '../../http/gateway.ts'
import { TokenError } from '../../http/keys.ts'
import { TokenBucket } from '../../http/token-bucket.ts'
import { expired, type Identity, identify, Refusal } from '../channels/identity.ts'
import type { Hub } from '../hub.ts'
import type { Topic } from '../registry.ts'
import { type Broadcast, isRecord } from '../serializer.ts'

/** Broadcasts over HTTP: a batch of messages, or a single one named in the path. Topics have no `realtime:` prefix here. */
type Single = {
  Params: { topic: string; event: string }
  Querystring: { private?: string; persist?: string }
}

const TOO_LARGE = 'Payload size exceeds tenant limit'

export function httpBroadcast(app: FastifyInstance, hub: Hub): void {
  const { limits } = hub
  const rate = new TokenBucket(limits.httpMessagesPerSecond, limits.httpMessagesPerSecond, hub.now())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.frameBytes }, (_request, body, done) =>
    done(null, body),
  )
  const spend = (reply: FastifyReply, messages: number): boolean => {
    const allowed = rate.take(hub.now(), messages)
    reply.headers({
      'x-rate-rolling': limits.httpMessagesPerSecond - rate.left,
      'x-rate-limit': limits.httpMessagesPerSecond,
      'x-rate-limit-remaining': rate.left,
    })
    return allowed
  }

  app.get('/api/ping', async () => ({ message: 'Success' }))

  app.post('/api/broadcast', async (request, reply) => {
    const identity = await caller(hub, request)
    if (!identity) return reply.code(401).send({ message: 'Unauthorized' })
    const batch = readBatch(request.body as Buffer | undefined, limits.payloadBytes)
    if (batch.errors) return reply.code(422).send({ errors: batch.errors })
    if (batch.messages.length > limits.httpMessagesPerSecond)
      return reply.code(429).send({
        message: 'Too many messages to broadcast, please reduce the batch size',
      })
    if (!spend(reply, batch.messages.length))
      return reply.code(429).send({ message: 'You have exceeded your rate limit' })
    const verdicts = new Map<string, boolean>()
    for (const { topic, broadcast } of batch.messages) {
      if (topic.private && !verdicts.has(topic.name))
        verdicts.set(topic.name, await mayWrite(hub, request, identity, topic.name))
      if (!topic.private || verdicts.get(topic.name)) await hub.broadcast(topic, broadcast)
    }
    return reply.code(202).send()
  })

  app.post<Single>('/api/broadcast/:topic/events/:event', async (request, reply) => {
    const identity = await caller(hub, request)
    if (!identity) return reply.code(401).send({ message: 'Unauthorized' })
    if (!spend(reply, 1)) return reply.code(429).send({ message: 'You have exceeded your rate limit' })
    const encoding = encodingOf(request.headers['content-type'])
    if (!encoding)
      return reply.code(415).send({
        error: 'Unsupported Media Type. Use application/json or application/octet-stream',
      })
    const payload = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    if (payload.length > limits.payloadBytes)
      return reply.code(422).send({ errors: { payload: [TOO_LARGE] } })
    if (encoding === 'json' && !isJson(payload))
      return reply.code(422).send({ errors: { payload: ['is invalid'] } })
    if (request.query.persist !== undefined || 'persist[ttl]' in request.query)
      return reply
        .code(422)
        .send({ message: 'Stored broadcasts are sent from the database: realtime.send()' })
    const topic: Topic = { private: request.query.private === 'true', name: request.params.topic }
    if (topic.private && !(await mayWrite(hub, request, identity, topic.name)))
      return reply.code(403).send({ message: 'Unauthorized' })
    await hub.broadcast(topic, { event: request.params.event, payload, encoding, meta: null })
    return reply.code(202).send()
  })
}

async function caller(hub: Hub, request: FastifyRequest): Promise<Identity | null> {
  const { keys, now } = hub.context
  const token = bearer(keys, request.headers)
  if (!token) return null
  try {
    const identity = await identify(keys, token)
    return expired(identity, now()) ? null : identity
  } catch (error) {
    if (error instanceof Refusal || error instanceof TokenError) return null
    throw error
  }
}

function mayWrite(hub: Hub, request: FastifyRequest, identity: Identity, topic: string): Promise<boolean> {
  const { authorization: _token, apikey: _key, ...told } = request.headers
  // The caller's address comes from the connection, never from the request's headers.
  const headers = { ...told, 'x-client-address': request.ip }
  const applicant = { identity, headers: JSON.stringify(headers), topic }
  return hub.authorization.write(applicant, 'broadcast', () => false)
}

type Batch =
  | { messages: { topic: Topic; broadcast: Broadcast }[]; errors?: undefined }
  | { errors: { messages: unknown } }

/** One error object per message, `{}` for a valid one, so that the caller can match them by position. */
function readBatch(body: Buffer | undefined, payloadBytes: number): Batch {
  const parsed = parseJson(body)
  const list = isRecord(parsed) ? parsed.messages : undefined
  if (!Array.isArray(list)) return { errors: { messages: ["can't be blank"] } }
  const read = list.map((message) => readMessage(message, payloadBytes))
  if (read.some(({ wrong }) => Object.keys(wrong).length > 0))
    return { errors: { messages: read.map(({ wrong }) => wrong) } }
  return { messages: read.flatMap(({ message }) => message ?? []) }
}

function readMessage(value: unknown, payloadBytes: number) {
  const { topic, event, payload, private: isPrivate, id } = isRecord(value) ? value : {}
  const wrong: Record<string, string[]> = {}
  if (typeof topic !== 'string' || topic === '' || topic.includes('\0')) wrong.topic = ["can't be blank"]
  if (typeof event !== 'string' || event === '') wrong.event = ["can't be blank"]
  if (payload === undefined || payload === null) wrong.payload = ["can't be blank"]
  else if (!isRecord(payload)) wrong.payload = ['is invalid']
  const bytes = Buffer.from(JSON.stringify(payload ?? null))
  if (bytes.length > payloadBytes) wrong.payload = [TOO_LARGE]
  if (Object.keys(wrong).length > 0) return { wrong }
  const broadcast: Broadcast = {
    event: event as string,
    payload: bytes,
    encoding: 'json',
    meta: typeof id === 'string' ? { id } : null,
  }
  return { wrong, message: { topic: { private: isPrivate === true, name: topic as string }, broadcast } }
}

function encodingOf(contentType: string | undefined): 'json' | 'bytes' | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json'
  if (type === 'application/json') return 'json'
  return type === 'application/octet-stream' ? 'bytes' : null
}

function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString() ?? '')
  } catch {
    return undefined
  }
}

const isJson = (payload: Buffer) => parseJson(payload) !== undefined
