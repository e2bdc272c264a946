import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseByteSize } from '../byte-size.ts'
import { run } from '../database/session.ts'
import { type Fragment, sql } from '../database/sql.ts'
import { findCaller, scopeOf } from './caller.ts'
import { storageError } from './errors.ts'
import { queryNumber, readBody, readQuery } from './json-body.ts'
import { isBucketName, readBucketId } from './object-name.ts'
import { ownerOf } from './permission.ts'
import { restOfPath } from './request-path.ts'
import { BUCKET_JSON, type BucketRow } from './rows.ts'
import { type Service, select } from './service.ts'
import { isMimeRule } from './uploads/mime-rules.ts'

const limit = z.union([z.string(), z.number()]).nullish()
const rules = {
  public: z.boolean().nullish(),
  file_size_limit: limit,
  allowed_mime_types: z.array(z.string()).nullish(),
}
const created = z.object({ name: z.string(), id: z.string().nullish(), ...rules })
const updated = z.object(rules)
const listed = z.object({
  limit: queryNumber.min(1).optional(),
  offset: queryNumber.min(0).optional(),
  search: z.string().optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
})

/** Maximum number of files to delete when a bucket is emptied. */
const EMPTIED = 10_000
const SORTED: Record<'id' | 'name' | 'created_at' | 'updated_at', Fragment> = {
  id: sql`bucket.id`,
  name: sql`bucket.name`,
  created_at: sql`bucket.created_at`,
  updated_at: sql`bucket.updated_at`,
}

/** Buckets, as policies on storage.buckets let the caller see and change them. */
export function buckets(app: FastifyInstance, service: Service): void {
  const { context } = service

  app.get('/bucket', async (request) => {
    const caller = await findCaller(context.keys, request)
    const query = readQuery(request, listed)
    const found = await select<BucketRow>(
      context.requests,
      scopeOf(caller, request, 'storage.bucket.list'),
      sql`select ${BUCKET_JSON} from storage.buckets as bucket
        where position(lower(${query.search ?? ''}) in lower(bucket.name)) > 0
        order by ${SORTED[query.sortColumn ?? 'name']} ${query.sortOrder === 'desc' ? sql`desc` : sql`asc`}
        limit ${query.limit ?? null}::bigint offset ${query.offset ?? 0}::bigint`,
    )
    return found.map((bucket) => ({ ...bucket, type: 'STANDARD' }))
  })

  app.get('/bucket/*', async (request) => {
    const caller = await findCaller(context.keys, request)
    const id = readBucketId(restOfPath(request, '/bucket/'))
    const [bucket] = await select<BucketRow>(
      context.requests,
      scopeOf(caller, request, 'storage.bucket.get'),
      sql`select ${BUCKET_JSON} from storage.buckets as bucket where bucket.id = ${id}`,
    )
    if (!bucket) throw storageError('noSuchBucket')
    return bucket
  })

  app.post('/bucket', async (request) => {
    const caller = await findCaller(context.keys, request)
    const body = readBody(request, created)
    const id = body.id || body.name
    if (!isBucketName(id) || !isBucketName(body.name)) throw storageError('invalidBucketName')
    const owner = ownerOf(caller)
    await run(
      context.requests,
      scopeOf(caller, request, 'storage.bucket.create'),
      sql`insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values (${id}, ${body.name}, ${owner.uuid}::uuid, ${owner.id}, ${body.public ?? false},
          ${sizeOf(service, body.file_size_limit) ?? null}::bigint, ${mimeArray(body.allowed_mime_types)}::text[])`.toStatement(),
    ).catch((error: { code?: string }) => {
      throw error.code === '23505' ? storageError('bucketExists') : error
    })
    return { name: id }
  })

  app.put('/bucket/*', async (request) => {
    const caller = await findCaller(context.keys, request)
    const id = readBucketId(restOfPath(request, '/bucket/'))
    const body = readBody(request, updated)
    const changes: Fragment[] = []
    if (typeof body.public === 'boolean') changes.push(sql`public = ${body.public}`)
    if (body.file_size_limit !== undefined) {
      changes.push(sql`file_size_limit = ${sizeOf(service, body.file_size_limit) ?? null}::bigint`)
    }
    if (body.allowed_mime_types !== undefined) {
      changes.push(sql`allowed_mime_types = ${mimeArray(body.allowed_mime_types)}::text[]`)
    }
    if (changes.length === 0) throw storageError('invalidShape', 'body must NOT have fewer than 1 properties')
    const touched = await run(
      context.requests,
      scopeOf(caller, request, 'storage.bucket.update'),
      sql`update storage.buckets set ${sql.join(changes, ', ')}, updated_at = now() where id = ${id} returning 1`.toStatement(),
    )
    if (touched.length === 0) throw storageError('noSuchBucket')
    return { message: 'Successfully updated' }
  })

  app.post('/bucket/*', async (request) => {
    const path = restOfPath(request, '/bucket/')
    if (!path.endsWith('/empty')) throw storageError('unknownRoute')
    const caller = await findCaller(context.keys, request)
    const id = readBucketId(path.slice(0, -'/empty'.length))
    const scope = scopeOf(caller, request, 'storage.bucket.empty')
    const [bucket] = await select<BucketRow>(
      context.requests,
      scope,
      sql`select ${BUCKET_JSON} from storage.buckets as bucket where bucket.id = ${id}`,
    )
    if (!bucket) throw storageError('noSuchBucket')
    let removed = EMPTIED
    while (removed === EMPTIED) {
      const rows = await run(
        context.requests,
        scope,
        sql`delete from storage.objects where id in (select id from storage.objects where bucket_id = ${id} limit ${EMPTIED}::int) returning 1`.toStatement(),
      )
      removed = rows.length
    }
    service.sweeper.soon()
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
  })

  app.delete('/bucket/*', async (request) => {
    const caller = await findCaller(context.keys, request)
    const id = readBucketId(restOfPath(request, '/bucket/'))
    const gone = await run(
      context.requests,
      scopeOf(caller, request, 'storage.bucket.delete'),
      sql`delete from storage.buckets where id = ${id} returning 1`.toStatement(),
    ).catch((error: { code?: string }) => {
      throw error.code === '23503' ? storageError('bucketNotEmpty') : error
    })
    if (gone.length === 0) throw storageError('noSuchBucket')
    return { message: 'Successfully deleted' }
  })
}

/** Bytes, or null without a limit. Throws EntityTooLarge or InvalidRequest. */
function sizeOf({ fileSizeLimit }: Service, size: string | number | null | undefined): number | null {
  if (size === null || size === undefined) return null
  const bytes = parseByteSize(size)
  if (bytes === null) {
    throw storageError('invalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  if (bytes > fileSizeLimit) throw storageError('tooLarge')
  return bytes
}

/** In PostgreSQL's array syntax. Throws InvalidMimeType. */
function mimeArray(types: string[] | null | undefined): string | null {
  if (!types) return null
  const wrong = types.find((type) => !isMimeRule(type))
  if (wrong !== undefined) {
    throw storageError(
      'invalidMimeType',
      `mime type ${wrong.replace(/\p{C}/gu, '').slice(0, 200)} is not supported`,
    )
  }
  return `{${types.map((type) => `"${type.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
