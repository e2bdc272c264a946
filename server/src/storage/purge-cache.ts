import type { FastifyInstance } from 'fastify'
import { findCaller } from './caller.ts'
import { storageError } from './errors.ts'
import type { Service } from './service.ts'

/** This server has no CDN cache to purge; the client's call succeeds without effect. */
export function purgeCache(app: FastifyInstance, { context }: Service): void {
  app.delete('/cdn/*', async (request) => {
    const { role } = await findCaller(context.keys, request)
    if (role !== 'service_role') throw storageError('accessDenied')
    return { message: 'success' }
  })
}
