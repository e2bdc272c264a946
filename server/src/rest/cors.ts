import type { FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit'
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/**
 * Any page may call this service: a caller is known by a token in a header, never by a cookie, so that no page is let use what
 * a browser keeps (PostgREST lets any). Answers a preflight itself and returns true then.
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
