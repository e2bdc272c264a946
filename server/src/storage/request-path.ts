import type { FastifyRequest } from 'fastify'

const PREFIX = '/storage/v1'

/** The part of the request's path after `route`, undecoded: the caller decodes it once. */
export function restOfPath(request: FastifyRequest, route: string): string {
  const path = (request.raw.url ?? '').split('?')[0] as string
  return path.slice(PREFIX.length + route.length)
}
