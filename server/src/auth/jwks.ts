import type { FastifyInstance } from 'fastify'
import type { Service } from './service.ts'

/** GET /.well-known/jwks.json: the public keys that verify this server's tokens. */
export function jwks(app: FastifyInstance, { context }: Service): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    await context.keys.freshen()
    return reply.header('cache-control', 'public, max-age=600').send(context.keys.jwks())
  })
}
