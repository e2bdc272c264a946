import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** Storage, `/storage/v1`: it answers whether it lives; every other path is told to be unknown in storage's own dialect. */
export async function storage(app: FastifyInstance, _context: Context): Promise<void> {
  app.get('/status', async (_request, reply) => reply.code(200).send())
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send({
      statusCode: '404',
      error: 'Not Found',
      message: `Route ${request.method}:${request.url} not found`,
    }),
  )
}
