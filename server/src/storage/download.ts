import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../database/sql.ts'
import { type Caller, findCaller, findCallerIfAny, scopeOf } from './caller.ts'
import { storageError } from './errors.ts'
import { findBucket, findObject } from './find-bucket.ts'
import { readLink } from './link-token.ts'
import { type ObjectAddress, readAddress } from './object-name.ts'
import { restOfPath } from './request-path.ts'
import { OBJECT_JSON, type ObjectRow, type StoredObject, stored } from './rows.ts'
import { sendObject } from './send-object.ts'
import { type Service, select } from './service.ts'

/** Serves files: from public buckets, to callers whom policies allow, and by signed link. */
export function download(app: FastifyInstance, service: Service): void {
  const method = ['GET', 'HEAD']
  const serve = (route: string, find: (request: FastifyRequest, address: ObjectAddress) => Promise<Found>) =>
    app.route({
      method,
      url: `${route}*`,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { object, expires } = await find(request, readAddress(restOfPath(request, route)))
        return sendObject(service, request, reply, object, expires)
      },
    })

  serve('/object/public/', async (_request, address) => ({ object: await publicObject(service, address) }))
  serve('/object/authenticated/', async (request, address) => {
    const caller = await findCaller(service.context.keys, request)
    return {
      object: await visibleObject(service, caller, request, address, 'storage.object.get_authenticated'),
    }
  })
  serve('/object/sign/', async (request, address) => {
    const { exp } = await readLink(service, (request.query as { token?: string }).token, 'download', address)
    return { object: await findObject(service, address.bucket, address.name), expires: new Date(exp * 1000) }
  })
  serve('/object/', async (request, address) => {
    const bucket = await findBucket(service, address.bucket)
    if (bucket.public) return { object: await findObject(service, address.bucket, address.name) }
    const caller = await findCallerIfAny(service.context.keys, request)
    if (!caller) throw storageError('noSuchBucket')
    return {
      object: await visibleObject(service, caller, request, address, 'storage.object.get_authenticated'),
    }
  })
}

type Found = { object: StoredObject; expires?: Date }

/** Throws NoSuchBucket when the bucket is not public. */
export async function publicObject(service: Service, { bucket, name }: ObjectAddress): Promise<StoredObject> {
  if (!(await findBucket(service, bucket)).public) throw storageError('noSuchBucket')
  return findObject(service, bucket, name)
}

/** A file that the policies let the caller read. Throws NoSuchKey. */
export async function visibleObject(
  service: Service,
  caller: Caller,
  request: FastifyRequest,
  { bucket, name }: ObjectAddress,
  operation: string,
): Promise<StoredObject> {
  const [object] = await select<ObjectRow>(
    service.context.requests,
    scopeOf(caller, request, operation),
    sql`select ${OBJECT_JSON} from storage.objects as object where object.bucket_id = ${bucket} and object.name = ${name}`,
  )
  return stored(object)
}
