import type { FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit'
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/**
 * Any origin may call: callers authenticate with a token in a header, never a cookie, so a page cannot use the
 * browser's credentials (PostgREST allows any origin too). Answers a preflight and then returns true.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.headers.origin === undefined) return false
  reply.header('Access-Control-Allow-Origin', '*')
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    reply.header('Access-Control-Expose-Headers', EXPOSED)
    return false
  }
  const requested = request.headers['access-control-request-headers']
  reply.header('Access-Control-Allow-Methods', METHODS)
  reply.header(
    'Access-Control-Allow-Headers',
    ['Authorization', ...(typeof requested === 'string' ? [requested] : [])].join(', '),
  )
  reply.header('Access-Control-Max-Age', '86400')
  return true
}
