import type { FastifyInstance } from 'fastify'
import { findCaller } from './caller.ts'
import { storageError } from './errors.ts'
import type { Service } from './service.ts'

/** There is no cache before this server that would have to be told; the client's call is answered all the same. */
export function purgeCache(app: FastifyInstance, { context }: Service): void {
  app.delete('/cdn/*', async (request) => {
    const { role } = await findCaller(context.keys, request)
    if (role !== 'service_role') throw storageError('accessDenied')
    return { message: 'success' }
  })
}
