import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findCaller } from './caller.ts'
import { publicObject, visibleObject } from './download.ts'
import { readAddress } from './object-name.ts'
import { restOfPath } from './request-path.ts'
import type { StoredObject } from './rows.ts'
import type { Service } from './service.ts'

/** A file's properties without its content. `metadata` is the user's own metadata here. */
export function info(app: FastifyInstance, service: Service): void {
  app.get('/object/info/public/*', async (request) =>
    describe(await publicObject(service, readAddress(restOfPath(request, '/object/info/public/')))),
  )
  const forCaller = (route: string) => async (request: FastifyRequest) => {
    const caller = await findCaller(service.context.keys, request)
    const address = readAddress(restOfPath(request, route))
    return describe(await visibleObject(service, caller, request, address, 'object.get_authenticated_info'))
  }
  app.get('/object/info/authenticated/*', forCaller('/object/info/authenticated/'))
  app.get('/object/info/*', forCaller('/object/info/'))
}

const describe = ({ metadata, user_metadata, ...object }: StoredObject) => ({
  id: object.id,
  name: object.name,
  version: object.version,
  bucket_id: object.bucket_id,
  size: metadata.size,
  content_type: metadata.mimetype,
  cache_control: metadata.cacheControl,
  etag: metadata.eTag,
  ...(metadata.contentEncoding && { content_encoding: metadata.contentEncoding }),
  metadata: user_metadata ?? {},
  last_modified: metadata.lastModified,
  created_at: object.created_at,
})
