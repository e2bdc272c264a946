import type { FastifyRequest } from 'fastify'

const PREFIX = '/storage/v1'

/** What follows `route` in the request's path, as it was sent: it is decoded once, by who reads it. */
export function restOfPath(request: FastifyRequest, route: string): string {
  const path = (request.raw.url ?? '').split('?')[0] as string
  return path.slice(PREFIX.length + route.length)
}
