import type { FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit'
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/**
 * Any page may call this service: a caller is known by a token in a header, never by a cookie. Answers a
 * preflight itself and returns true then.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  reply.header('Access-Control-Allow-Origin', origin)
  reply.header('Access-Control-Allow-Credentials', 'true')
  reply.header('Vary', 'Origin')
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
