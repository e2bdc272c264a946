import type { IncomingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { authorizationOf, refusal } from './access.ts'
import { preflight } from './cors.ts'
import { Failure } from './failure.ts'
import { FunctionHost } from './function-host.ts'
import type { Answer, Call, FunctionWorker } from './function-worker.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'

/** Serves `/functions/v1`: the project's `supabase/functions`, each in its own thread. */
export async function functions(app: FastifyInstance, context: Context): Promise<void> {
  await startFunctions(app, context, DEFAULT_LIMITS)
}

export async function startFunctions(app: FastifyInstance, context: Context, limits: Limits): Promise<void> {
  const host = new FunctionHost(context, limits)
  app.addHook('preClose', () => host.stop())
  // Bodies are not parsed, so that a function can verify signatures of the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Failure) return reply.code(error.status).send(error.body)
    request.log.error({ err: error }, 'function call failed')
    const body = { code: 'Internal Server Error', message: 'Request failed due to an internal server error' }
    return reply.code(500).send({ ...body, trace: request.id })
  })
  app.get('/_internal/health', async () => ({ message: 'ok' }))

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = preflight(request.method, request.headers)
    if (allowed) return reply.code(200).headers(allowed).send()
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
    const path = request.url.slice(app.prefix.length)
    const place = host.find(/^\/([^/?]*)/.exec(path)?.[1] ?? '')
    if (!place) return reply.code(404).type('text/plain').send('Function not found')
    const authorization = authorizationOf(context.keys, request.headers)
    const wrong =
      place.verifyJwt && request.method !== 'OPTIONS' ? await refusal(context.keys, authorization) : null
    if (wrong) return reply.code(401).send({ msg: wrong })
    const worker = host.workerFor(place)
    const call = callOf(request, path, authorization)
    const answer = await unlessGone(reply, worker, call)
    reply.hijack()
    await send(reply, answer)
    return reply
  }
  app.all('/', serve)
  app.all('/*', serve)
}

function callOf(request: FastifyRequest, path: string, authorization: string | undefined): Call {
  const { method, ip, raw } = request
  const sends = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
  return {
    method,
    url: `${request.protocol}://${request.host || 'localhost'}${path}`,
    headers: forwarded(raw.headers, authorization, ip),
    body: sends && method !== 'GET' && method !== 'HEAD' ? raw : null,
    remote: ip,
  }
}

const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'expect',
  'host',
])

/** Headers with which proxies name the caller: the function receives only this server's own value. */
const SAYS_WHO_CALLS = new Set([
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-client-address',
  'cf-connecting-ip',
  'true-client-ip',
])

/** The headers for the function. Like the hosted gateway, `x-forwarded-for` has the caller as its only entry. */
function forwarded(
  headers: IncomingHttpHeaders,
  authorization: string | undefined,
  ip: string,
): [string, string][] {
  const list = Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !OF_THE_CONNECTION.has(name))
    .filter(([name]) => name !== 'authorization' && !SAYS_WHO_CALLS.has(name))
    .map(([name, value]): [string, string] => [name, String(value)])
  list.push(['x-forwarded-for', ip])
  if (authorization !== undefined) list.push(['authorization', authorization])
  return list
}

async function unlessGone(reply: FastifyReply, worker: FunctionWorker, call: Call): Promise<Answer> {
  const gone = () => worker.cancel(call)
  reply.raw.once('close', gone)
  try {
    return await worker.answer(call)
  } finally {
    reply.raw.off('close', gone)
  }
}

/** Sends the headers at once, so that an event stream is established before its first event. */
async function send(reply: FastifyReply, { status, headers, body }: Answer): Promise<void> {
  const { raw } = reply
  const said = new Set(headers.map(([name]) => name.toLowerCase()))
  // This server's common headers, which a function can override.
  const ours = Object.entries(reply.getHeaders()).filter(([name]) => !said.has(name))
  raw.writeHead(
    status,
    [...ours, ...headers.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()))].flat() as string[],
  )
  if (!body) {
    raw.end()
    return
  }
  raw.flushHeaders()
  // After the headers are sent, a broken stream can only be aborted.
  await pipeline(body, raw).catch((error) => reply.log.debug({ err: error }, 'response aborted'))
}
