import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { run } from '../database/session.ts'
import { sql } from '../database/sql.ts'
import { findCaller, scopeOf } from './caller.ts'
import { visibleObject } from './download.ts'
import { storageError } from './errors.ts'
import { readBody } from './json-body.ts'
import { readAddress, readBucketId } from './object-name.ts'
import { restOfPath } from './request-path.ts'
import { OBJECT_JSON, type ObjectRow } from './rows.ts'
import { type Service, select } from './service.ts'

const shape = z.object({
  prefixes: z
    .array(z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)]))
    .min(1)
    .max(1000),
})

/** Deletes rows in the caller's transaction; a trigger schedules the blobs for deletion. */
export function remove(app: FastifyInstance, service: Service): void {
  const { context, sweeper } = service

  app.delete('/object/*', async (request) => {
    const path = restOfPath(request, '/object/')
    const caller = await findCaller(context.keys, request)
    if (path.includes('/')) {
      const { bucket, name } = readAddress(path)
      const scope = scopeOf(caller, request, 'storage.object.delete')
      await visibleObject(service, caller, request, { bucket, name }, 'storage.object.delete')
      const gone = await run(
        context.requests,
        scope,
        sql`delete from storage.objects where bucket_id = ${bucket} and name = ${name} returning 1`.toStatement(),
      )
      if (gone.length === 0) throw storageError('accessDenied')
      sweeper.soon()
      return { message: 'Successfully deleted' }
    }
    const bucket = readBucketId(path)
    const { prefixes } = readBody(request, shape)
    const gone = await select<ObjectRow>(
      context.requests,
      scopeOf(caller, request, 'storage.object.delete_many'),
      sql`delete from storage.objects as object where object.bucket_id = ${bucket}
        and object.name in (select jsonb_array_elements_text(${JSON.stringify(prefixes)}::jsonb)) returning ${OBJECT_JSON}`,
    )
    sweeper.soon()
    return gone
  })
}
