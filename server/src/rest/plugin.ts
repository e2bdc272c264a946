import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { compressed } from '../http/compression.ts'
import { bearer } from '../http/gateway.ts'
import { answer } from './answer.ts'
import { type Caller, findCaller, VISITOR } from './caller.ts'
import { allowOrigin } from './cors.ts'
import { sendError, toApiError } from './error-response.ts'
import { errors } from './errors.ts'
import { execute } from './execute.ts'
import { allowedMethods } from './planning/allowed-methods.ts'
import { checkEmbedCost } from './planning/embed-cost.ts'
import { LiveSchemaCache } from './planning/live-schema-cache.ts'
import { prepareCall } from './planning/prepare-call.ts'
import { prepareRead } from './planning/prepare-read.ts'
import { prepareWrite } from './planning/prepare-write.ts'
import type { Prepared } from './planning/prepared.ts'
import type { SchemaCache } from './planning/schema-cache.ts'
import { type ApiRequest, METHODS, parseRequest } from './reading/api-request.ts'
import { MOST_BYTES, MOST_SERVICE_BYTES, readBody } from './request-body.ts'
import { RequestLimit } from './request-limit.ts'
import { serveOpenApi } from './serve-open-api.ts'

/** Cached plans for requests without a body, and the maximum SQL length of each. */
const REMEMBERED = 1000
const REMEMBERED_TEXT = 16_000_000
const NO_BODY = Buffer.alloc(0)

/**
 * `/rest/v1`: PostgREST's behaviour. A request passes through the stages parse → plan → SQL → run → answer, each of
 * which knows only its input; row-level security alone decides what a caller sees.
 */
export async function rest(app: FastifyInstance, context: Context): Promise<void> {
  const { api } = context.project
  const live = new LiveSchemaCache({
    pool: context.admin,
    listener: context.listener,
    log: context.log,
    settings: {
      schemas: api.schemas,
      extraSearchPath: api.extra_search_path,
      maxRows: api.max_rows,
      aggregates: false,
      plans: false,
      transactionEnd: { default: 'commit', override: false },
      preRequest: null,
      openApi: true,
    },
  })
  const remembered = new LRUCache<string, Prepared>({
    max: REMEMBERED,
    maxSize: REMEMBERED_TEXT,
    sizeCalculation: ({ statement }, key) => statement.text.length + key.length + 1,
  })
  const limit = new RequestLimit(context.requestLimits)
  const mostEmbeds = { resources: api.anonymous.embeds, depth: api.anonymous.embed_depth }
  await live.start()
  app.addHook('onClose', () => live.stop())
  // Most answers are personal. A function can override this with `response.headers`.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const now = context.now().getTime()
    let caller: Caller | undefined
    try {
      caller = await findCaller(context.keys, request.headers).catch((error) => {
        limit.count(request.ip, null, now)
        throw error
      })
      limit.count(request.ip, caller, now)
      const cache = live.current ?? (await live.ready())
      const { path, queryString } = splitUrl(request.url, app.prefix)
      const prepared = prepare({ request, path, queryString, cache, remembered })
      if (typeof prepared === 'string') return reply.header('Allow', prepared).send()
      if ('target' in prepared) {
        const document = await serveOpenApi(prepared, cache, caller, context.requests, context.publicUrl)
        return await send(request, reply, document)
      }
      checkEmbedCost(caller, prepared.embeds, mostEmbeds)
      // The caller's address comes from the connection, never from the request's headers.
      const headers = { ...request.headers, 'x-client-address': request.ip }
      const incoming = { method: request.method, path, headers }
      const result = await execute(context.requests, prepared, cache, caller, incoming)
      return await send(request, reply, answer(prepared, result, cache))
    } catch (error) {
      const visitor = (caller ?? VISITOR).role === VISITOR.role
      return sendError(reply, toApiError(error, visitor, request.log), request.method === 'HEAD')
    }
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', ({ headers }: FastifyRequest, payload: IncomingMessage) => {
    const service = bearer(context.keys, headers) === context.keys.serviceRoleKey
    return readBody(payload, service ? MOST_SERVICE_BYTES : MOST_BYTES, Number(headers['content-length']))
  })
  app.addHook('onRequest', async (request, reply) => {
    if (allowOrigin(request, reply)) return reply.send()
  })
  app.setErrorHandler((error, request, reply) =>
    sendError(reply, toApiError(error, true, request.log), request.method === 'HEAD'),
  )
  app.setNotFoundHandler((request, reply) => sendError(reply, errors.method(request.method), false))
  for (const url of ['/', '/*']) {
    app.route({ method: [...METHODS], url, exposeHeadRoute: false, handler: serve })
  }
}

type Preparation = {
  request: FastifyRequest
  path: string
  queryString: string
  cache: SchemaCache
  remembered: LRUCache<string, Prepared>
}

/**
 * The prepared statement; text for an OPTIONS answer, a request for the schema description. Reads are cached by
 * everything that their statement depends on.
 */
function prepare(preparation: Preparation): Prepared | ApiRequest | string {
  const { request, path, queryString, cache, remembered } = preparation
  const { method, headers } = request
  const reads = method === 'GET' || method === 'HEAD'
  const key = reads
    ? JSON.stringify([
        cache.version,
        method,
        request.url,
        headers.accept,
        headers.prefer,
        headers['accept-profile'],
        headers.range,
      ])
    : ''
  const known = reads ? remembered.get(key) : undefined
  if (known) return known
  const parsed = parseRequest({ method, path, queryString, headers }, cache.settings.schemas)
  if (parsed.method === 'OPTIONS') return allowedMethods(parsed, cache)
  if (parsed.target.kind === 'root') return parsed
  const body = Buffer.isBuffer(request.body) ? request.body : NO_BODY
  const prepared = prepareFor(parsed, body, cache)
  if (reads) remembered.set(key, prepared)
  return prepared
}

function prepareFor(request: ApiRequest, body: Buffer, cache: SchemaCache): Prepared {
  const { target, method } = request
  if (target.kind === 'root') throw errors.path()
  if (target.kind === 'routine') return prepareCall(request, target.name, body, cache)
  return method === 'GET' || method === 'HEAD'
    ? prepareRead(request, target.name, cache)
    : prepareWrite(request, target.name, body, cache)
}

function splitUrl(url: string, prefix: string): { path: string; queryString: string } {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  return { path: path.slice(prefix.length) || '/', queryString: mark === -1 ? '' : url.slice(mark + 1) }
}

/**
 * Compression threshold. A smaller answer fits into the first packets and would not arrive sooner, and compressing it
 * would add half again to the cost of a read of twenty rows. Beyond, a list of signals shrinks to a sixth. Answers
 * require a token that other sites cannot send, so their lengths reveal no secret (BREACH).
 */
const LONG_BYTES = 8192

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: ReturnType<typeof answer>,
): Promise<FastifyReply> {
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  if (request.method === 'HEAD' || status === 204) return reply.send('')
  // Bytes may be an image; and a function that set an encoding has already compressed.
  if (Buffer.isBuffer(body) || body.length < LONG_BYTES || reply.hasHeader('content-encoding')) {
    return reply.send(body)
  }
  const sent = await compressed(body, request.headers['accept-encoding'], 1)
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', '))
  if (sent.coding) reply.header('content-encoding', sent.coding)
  return reply.send(sent.body)
}
