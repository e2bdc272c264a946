import type { FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED =
  'Content-Disposition, Content-Encoding, Content-Length, Content-Range, ETag, Last-Modified, X-Transformations, Location, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Defer-Length, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset'

/** Any origin may call: callers authenticate with a token, never a cookie. Answers a preflight and then returns true. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.headers.origin === undefined) return false
  reply.header('access-control-allow-origin', '*')
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    reply.header('access-control-expose-headers', EXPOSED)
    return false
  }
  reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
  reply.header('access-control-max-age', '86400')
  return true
}
