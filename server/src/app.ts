import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { answerError, auth } from './auth/plugin.ts'
import type { Context } from './context.ts'
import { functions } from './functions/plugin.ts'
import { health } from './http/health.ts'
import { DEFAULT_PATIENCE, endSlowBodies, type Patience, serverTimes } from './http/patience.ts'
import { ANSWER_POLICY } from './http/security-headers.ts'
import { site } from './http/site.ts'
import { type TrustedProxies, trustFor } from './http/trusted-proxy.ts'
import { realtime } from './realtime/plugin.ts'
import { rest } from './rest/plugin.ts'
import { storage } from './storage/plugin.ts'

/** Registers the whole server: five services with the official clients' wire behaviour, the built site and the health check. */
export async function createApp(
  context: Context,
  options: { siteDir?: string | undefined; trustProxy?: TrustedProxies; patience?: Patience } = {},
): Promise<FastifyInstance> {
  const patience = options.patience ?? DEFAULT_PATIENCE
  const app: FastifyInstance = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    requestIdHeader: 'x-request-id',
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    http: serverTimes(patience),
    trustProxy: trustFor(options.trustProxy ?? 0),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    forceCloseConnections: true,
    // A URL that the router cannot parse (bad encoding, an overlong segment) never reaches a service's own error handler.
    frameworkErrors: (error, request, reply) =>
      answerUnrouted(error, request, reply as FastifyReply, context),
  })
  app.addHook('onRequest', (_request, reply, done) => {
    toldOfAll(reply, context)
    done()
  })
  endSlowBodies(app, patience)
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request
    // The query is left out because it may hold a token.
    const facts = { method, path: url.split('?')[0], status: reply.statusCode, ms: reply.elapsedTime }
    const code = reply.getHeader('x-sb-error-code')
    if (code === undefined && !REFUSED.has(facts.status)) request.log.debug(facts, 'request')
    else request.log.info({ ...facts, code, address: ip }, 'refused')
  })
  await app.register(health, context)
  await app.register((scope) => auth(scope, context), { prefix: '/auth/v1' })
  await app.register((scope) => rest(scope, context), { prefix: '/rest/v1' })
  await app.register((scope) => realtime(scope, context), { prefix: '/realtime/v1' })
  await app.register((scope) => storage(scope, context), { prefix: '/storage/v1' })
  await app.register((scope) => functions(scope, context), { prefix: '/functions/v1' })
  if (options.siteDir) {
    await app.register(site, {
      directory: options.siteDir,
      anonKey: context.keys.anonKey,
      // A getter, because the address is known only once the server listens.
      publicUrl: () => context.publicUrl,
    })
  }
  return app
}

/**
 * Unauthenticated, forbidden, rate limited. The auth service also refuses with other statuses and names its reason in a header.
 */
const REFUSED = new Set([401, 403, 429])

/**
 * Headers common to all answers. Set through Fastify, since a raw `writeHead` would disable Node's fast header path;
 * handlers that bypass Fastify copy these headers.
 */
function toldOfAll(reply: FastifyReply, { publicUrl }: Context): void {
  reply.header('x-content-type-options', 'nosniff')
  // Pages, their assets and stored files set their own policy.
  reply.header('content-security-policy', ANSWER_POLICY)
  // HSTS for one year.
  if (publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
}

function answerUnrouted(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): void {
  toldOfAll(reply, context)
  if (request.url.startsWith('/auth/v1/')) answerError(error, request, reply)
  else reply.code(error.statusCode ?? 400).send(error)
}
