import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { EVENTS, Metadata, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Staged } from '../backends/staging.ts'
import { findCaller } from '../caller.ts'
import { toStorageError } from '../error-response.ts'
import { storageError } from '../errors.ts'
import { findBucket, sizeLimit } from '../find-bucket.ts'
import { readLink } from '../link-token.ts'
import { checkObjectName, isBucketName, type ObjectAddress } from '../object-name.ts'
import { checkMayWrite, ownerOf } from '../permission.ts'
import type { BucketRow } from '../rows.ts'
import type { Service } from '../service.ts'
import { LOOKED_AT } from './content-type.ts'
import { checkDeclaredType } from './mime-rules.ts'
import { type Payer, payerOf } from './room.ts'
import { storeObject } from './store-object.ts'
import { readMetadata } from './upload-body.ts'

/** How long an upload can be continued after its start, in milliseconds. */
export const RESUMABLE_LIFETIME = 24 * 3_600_000

const ROUTE = '/upload/resumable'
type Fields = Record<string, string | null>
/** The request as the TUS server represents it; contains Node's request, which leads to Fastify's. */
type TusRequest = { headers: Headers; runtime?: { node?: { req: object } | undefined } | undefined }

/**
 * Resumable uploads with TUS 1.0. Parts are collected in their own directory; a complete upload is stored like any
 * other. Each part is authorised again.
 */
export function resumable(app: FastifyInstance, service: Service): void {
  const { context } = service
  const requests = new WeakMap<object, FastifyRequest>()
  const store = new FileStore({
    directory: service.resumableDirectory,
    expirationPeriodInMilliseconds: RESUMABLE_LIFETIME,
  })

  const original = (request: TusRequest): FastifyRequest => {
    const raw = request.runtime?.node?.req
    const found = raw && requests.get(raw)
    if (!found) throw new Error('resumable upload without a request')
    return found
  }
  const fieldsOf = async (request: TusRequest, id: string | null): Promise<Fields> => {
    const header = request.headers.get('upload-metadata')
    if (original(request).method === 'POST') return header ? Metadata.parse(header) : {}
    return id ? ((await store.getUpload(id)).metadata ?? {}) : {}
  }
  const place = async (fields: Fields): Promise<{ address: ObjectAddress; bucket: BucketRow }> => {
    const address = addressOf(fields)
    return { address, bucket: await findBucket(service, address.bucket) }
  }

  const server = new Server({
    path: `/storage/v1${ROUTE}`,
    datastore: store,
    namingFunction: () => randomUUID(),
    generateUrl: (request, { id }) => {
      const { bucket, name } = addressOf(Metadata.parse(request.headers.get('upload-metadata') ?? ''))
      const route = isSigned(original(request)) ? `${ROUTE}/sign` : ROUTE
      return `${context.publicUrl}/storage/v1${route}/${Buffer.from(`${bucket}/${name}/${id}`).toString('base64url')}`
    },
    getFileIdFromRequest: (_request, last = '') => {
      const id = Buffer.from(last, 'base64url').toString().split('/').at(-1) ?? ''
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : undefined
    },
    maxSize: async (request, id) => {
      if (id === null) return service.fileSizeLimit
      const { address, bucket } = await place(await fieldsOf(request, id))
      // Zero would mean unlimited here; the final step checks again.
      return Math.max(1, sizeLimit(service, bucket, address.name))
    },
    onIncomingRequest: async (request, id) => {
      const own = original(request)
      if (own.method === 'HEAD') return
      const fields = await fieldsOf(request, id)
      const { address, bucket } = await place(fields)
      if (own.method === 'POST' && fields.contentType) {
        checkDeclaredType(fields.contentType, bucket.allowed_mime_types)
      }
      await authorise(service, own, address)
      // A part's length is its declared one; without that, it may be as long as the file.
      const length = own.headers['content-length']
      const bytes = length === undefined ? sizeLimit(service, bucket, address.name) : Number(length)
      if (bytes > 0) own.raw.once('close', await service.room.holdDisk(bytes))
    },
    onUploadCreate: async (request, upload) => {
      const own = original(request)
      const { address, bucket } = await place(upload.metadata ?? {})
      const { owner, upsert, payer } = await authorise(service, own, address)
      const bytes = upload.size ?? sizeLimit(service, bucket, address.name)
      const arrived = await service.room.holdDisk(bytes)
      arrived()
      await service.room.open(payer, upload.id, { bucket: bucket.id, bytes }, RESUMABLE_LIFETIME)
      // Set by the server, overriding the client's fields of these names.
      return { metadata: { ...upload.metadata, owner: owner ?? '', upsert: String(upsert) } }
    },
    onUploadFinish: async (_request, { id, size = 0, metadata = {} }) => {
      const { address, bucket } = await place(metadata)
      const staged = await stagedFile(join(service.resumableDirectory, id), size)
      let keptBytes: number | null = null
      try {
        if (size > sizeLimit(service, bucket, address.name)) throw storageError('tooLarge')
        const row = await storeObject(service, bucket, staged, {
          ...address,
          upsert: metadata.upsert === 'true',
          owner: ownerOf({ role: '', claims: { role: '', sub: metadata.owner ?? '' } }),
          type: metadata.contentType || 'application/octet-stream',
          cacheControl: /^\d{1,10}$/.test(metadata.cacheControl ?? '')
            ? `max-age=${metadata.cacheControl}`
            : 'no-cache',
          userMetadata: readMetadata(metadata.metadata ?? ''),
        })
        keptBytes = row.metadata?.size ?? 0
      } finally {
        await service.staging.discard(staged)
        await service.staging.discard({ path: `${staged.path}.json` })
        await service.room.close(id, keptBytes)
      }
      return {}
    },
    onResponseError: (request, error) => {
      if ('status_code' in error) return undefined
      const told = toStorageError(error)
      if (told.status >= 500)
        original(request).log.error({ err: told.cause ?? told }, 'resumable upload failed')
      return { status_code: told.status > 599 ? 500 : told.status, body: told.message }
    },
  })

  server.on(EVENTS.POST_TERMINATE, (_request, _response, id: string) => {
    service.room
      .close(id, null)
      .catch((error) =>
        context.log.error({ err: error }, 'reserved space of a cancelled upload was not released'),
      )
  })

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    requests.set(request.raw, request)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    await server.handle(request.raw, reply.raw)
  }
  // Without GET: partial uploads are not readable.
  const method = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']
  for (const url of [ROUTE, `${ROUTE}/*`]) app.route({ method, url, handler: handle })
}

const isSigned = (request: FastifyRequest): boolean => {
  const path = (request.raw.url ?? '').split('?')[0] as string
  return path === `/storage/v1${ROUTE}/sign` || path.startsWith(`/storage/v1${ROUTE}/sign/`)
}

/** Throws NoSuchBucket or InvalidKey. */
function addressOf({ bucketName, objectName }: Fields): ObjectAddress {
  if (!bucketName || !isBucketName(bucketName)) throw storageError('noSuchBucket')
  checkObjectName(objectName ?? '')
  return { bucket: bucketName, name: objectName as string }
}

/** Checks that the sender may write this file, with a token or with a signed link in `x-signature`. */
async function authorise(
  service: Service,
  request: FastifyRequest,
  address: ObjectAddress,
): Promise<{ owner: string | null; upsert: boolean; payer: Payer | null }> {
  if (isSigned(request)) {
    const link = await readLink(service, request.headers['x-signature'], 'upload', address)
    return { ...link, payer: link.payer ?? null }
  }
  const caller = await findCaller(service.context.keys, request)
  const upsert = request.headers['x-upsert'] === 'true'
  const operation = `storage.tus.upload.${request.method === 'POST' ? 'create' : request.method === 'DELETE' ? 'delete' : 'part'}`
  await checkMayWrite(service, caller, request, operation, { ...address, upsert })
  return { owner: ownerOf(caller).id, upsert, payer: payerOf(caller, request) }
}

async function stagedFile(path: string, size: number): Promise<Staged> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0)
    return { path, size, head: buffer.subarray(0, bytesRead) }
  } finally {
    await file.close()
  }
}
