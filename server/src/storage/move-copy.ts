import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { transaction } from '../database/session.ts'
import { sql } from '../database/sql.ts'
import { BlobMissing } from './backends/backend.ts'
import { findCaller, scopeOf } from './caller.ts'
import { visibleObject } from './download.ts'
import { storageError } from './errors.ts'
import { findBucket, sizeLimit } from './find-bucket.ts'
import { readBody } from './json-body.ts'
import { checkObjectName, isBucketName } from './object-name.ts'
import { checkMayWrite, ownerOf } from './permission.ts'
import { type BucketRow, kept, OBJECT_JSON, type ObjectMetadata } from './rows.ts'
import type { Service } from './service.ts'
import { checkDeclaredType } from './uploads/mime-rules.ts'
import { payerOf } from './uploads/room.ts'
import { nameBlob, noteBlob } from './uploads/store-object.ts'
import { headerMetadata, headerText } from './uploads/upload-body.ts'

const shape = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  copyMetadata: z.boolean().nullish(),
  metadata: z
    .object({
      cacheControl: z.string().optional(),
      mimetype: z.string().optional(),
      contentEncoding: z.string().optional(),
    })
    .nullish(),
})

/** Renames a file, or copies it with the same bytes. */
export function moveAndCopy(app: FastifyInstance, service: Service): void {
  const { context, backend } = service

  app.post('/object/move', async (request) => {
    const caller = await findCaller(context.keys, request)
    const { source, target } = addresses(readBody(request, shape))
    const bucket = target.bucket === source.bucket ? null : await findBucket(service, target.bucket)
    await transaction(context.requests, scopeOf(caller, request, 'storage.object.move'), async (query) => {
      const seen = await query(
        sql`select metadata::text from storage.objects where bucket_id = ${source.bucket} and name = ${source.name}`.toStatement(),
      )
      const metadata = seen[0]?.[0]
      if (!metadata) throw storageError('noSuchKey')
      if (bucket) checkFits(service, bucket, target.name, JSON.parse(metadata) as ObjectMetadata)
      const moved = await query(
        sql`update storage.objects set bucket_id = ${target.bucket}, name = ${target.name}
            where bucket_id = ${source.bucket} and name = ${source.name} returning 1`.toStatement(),
      )
      if (moved.length === 0) throw storageError('accessDenied', 'new row violates row-level security policy')
    }).catch((error: { code?: string }) => {
      throw error.code === '23505' ? storageError('keyExists') : error
    })
    return { message: 'Successfully moved' }
  })

  app.post('/object/copy', async (request) => {
    const caller = await findCaller(context.keys, request)
    const body = readBody(request, shape)
    const { source, target } = addresses(body)
    const upsert = request.headers['x-upsert'] === 'true'
    const object = await visibleObject(service, caller, request, source, 'storage.object.copy')
    const bucket = await findBucket(service, target.bucket)
    const metadata = copiedMetadata(object.metadata, body)
    const userMetadata =
      request.headers['x-metadata'] !== undefined
        ? headerMetadata(request)
        : body.copyMetadata === false
          ? {}
          : (object.user_metadata ?? {})
    if (bucket.id !== source.bucket) checkFits(service, bucket, target.name, metadata)
    else checkDeclaredType(metadata.mimetype, bucket.allowed_mime_types)
    await checkMayWrite(service, caller, request, 'storage.object.copy', { ...target, upsert, metadata })

    const place = { bucket: bucket.id, bytes: metadata.size }
    const { row } = await service.room.during(payerOf(caller, request), place, async () => {
      const version = randomUUID()
      await noteBlob(service, version)
      await backend.copy(object.version, version).catch((error) => {
        throw error instanceof BlobMissing ? storageError('blobMissing', undefined, error) : error
      })
      const owner = ownerOf(caller)
      const eTag = `"${version.replaceAll('-', '')}"`
      return kept(
        await nameBlob(
          service,
          version,
          sql`with taken as (delete from _server.storage_blobs where version = ${version} returning version)
        insert into storage.objects as object (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
        select ${target.bucket}, ${target.name}, ${owner.uuid}::uuid, ${owner.id}, version,
          ${JSON.stringify({ ...metadata, eTag })}::jsonb, ${JSON.stringify(userMetadata)}::jsonb from taken
        ${
          upsert
            ? sql`on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
                user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id`
            : sql.empty
        } returning ${OBJECT_JSON}`,
        ),
      )
    })
    return { Id: row.id, Key: `${row.bucket_id}/${row.name}`, ...row }
  })
}

function addresses({ bucketId, sourceKey, destinationKey, destinationBucket }: z.output<typeof shape>) {
  const target = { bucket: destinationBucket || bucketId, name: destinationKey }
  for (const bucket of [bucketId, target.bucket])
    if (!isBucketName(bucket)) throw storageError('noSuchBucket')
  checkObjectName(target.name)
  return { source: { bucket: bucketId, name: sourceKey }, target }
}

/** A file cannot bypass a bucket's rules through another bucket; a bucket that re-encodes images accepts uploads only. */
function checkFits(service: Service, bucket: BucketRow, name: string, metadata: ObjectMetadata): void {
  if (metadata.size > sizeLimit(service, bucket, name)) throw storageError('tooLarge')
  checkDeclaredType(metadata.mimetype, bucket.allowed_mime_types)
  if (service.context.project.storage.rewrite[bucket.id]) {
    throw storageError('invalidMimeType', 'Files must be uploaded to this bucket, not moved into it')
  }
}

function copiedMetadata(
  from: ObjectMetadata,
  { copyMetadata, metadata }: z.output<typeof shape>,
): ObjectMetadata {
  if (copyMetadata !== false || !metadata) return from
  return {
    ...from,
    ...(metadata.cacheControl && { cacheControl: headerText(metadata.cacheControl) }),
    ...(metadata.mimetype && { mimetype: headerText(metadata.mimetype) }),
    ...(metadata.contentEncoding && { contentEncoding: headerText(metadata.contentEncoding) }),
  }
}
