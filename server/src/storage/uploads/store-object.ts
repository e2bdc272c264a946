import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { sql } from '../../database/sql.ts'
import type { Staged } from '../backends/staging.ts'
import { storageError } from '../errors.ts'
import { imageEnd } from '../images/image-end.ts'
import type { ObjectAddress } from '../object-name.ts'
import { type BucketRow, OBJECT_JSON, type ObjectMetadata, type ObjectRow } from '../rows.ts'
import { type Service, selectAsService } from '../service.ts'
import { checkContent, checkDeclaredType } from './mime-rules.ts'

/** An authorised file with its declared properties. */
export type Incoming = ObjectAddress & {
  upsert: boolean
  owner: { id: string | null; uuid: string | null }
  type: string
  cacheControl: string
  contentEncoding?: string | undefined
  robots?: string | undefined
  userMetadata: Record<string, unknown>
}

/**
 * The last steps of every upload: checks the detected type against the bucket's rules, stores the bytes under a new
 * version, and makes the row name that version in one statement. Always removes the staged file.
 */
export async function storeObject(
  service: Service,
  bucket: BucketRow,
  staged: Staged,
  incoming: Incoming,
): Promise<ObjectRow> {
  let file = staged
  try {
    let { type } = incoming
    if (!incoming.name.endsWith('.emptyFolderPlaceholder')) {
      checkDeclaredType(type, bucket.allowed_mime_types)
      checkContent(type, file.head, bucket.allowed_mime_types)
      const rewritten = await rewriteImage(service, bucket, staged)
      if (rewritten) {
        file = rewritten.file
        type = rewritten.type
      }
    }
    const version = randomUUID()
    const stored = { version, size: file.size, sha256: await hashOf(file.path) }
    await noteBlob(service, version)
    await service.backend.keep(version, file.path, file.size)
    return await nameVersion(service, version, incoming, describe(service, stored, { ...incoming, type }))
  } finally {
    await service.staging.discard(staged)
    if (file !== staged) await service.staging.discard(file)
  }
}

/** Re-encodes an image, in buckets that are configured so, without its metadata. */
async function rewriteImage(
  { context, images, staging }: Service,
  bucket: BucketRow,
  staged: Staged,
): Promise<{ file: Staged; type: string } | null> {
  const rule = context.project.storage.rewrite[bucket.id]
  if (!rule) return null
  const bytes = await readFile(staged.path)
  if (imageEnd(bytes) !== bytes.length) throw storageError('image')
  const { width, height, format, quality, fit } = rule
  const made = await images.make(bytes, { width, height, format, quality, fit, enlarge: false })
  return { file: await staging.writeBytes(made.bytes), type: `image/${made.format}` }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function describe(
  { context }: Service,
  { version, size, sha256 }: { version: string; size: number; sha256: string },
  {
    type,
    cacheControl,
    contentEncoding,
    robots,
  }: Pick<Incoming, 'type' | 'cacheControl' | 'contentEncoding' | 'robots'>,
): ObjectMetadata {
  return {
    // A version's content never changes, so the version identifies it.
    eTag: `"${version.replaceAll('-', '')}"`,
    sha256,
    size,
    mimetype: type,
    cacheControl,
    lastModified: new Date(Math.floor(context.now().getTime() / 1000) * 1000).toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    ...(contentEncoding && { contentEncoding }),
    ...(robots && { xRobotsTag: robots }),
  }
}

/** Called before the first byte is stored: if this process dies, the sweeper removes the blob an hour later. */
export async function noteBlob({ context }: Service, version: string): Promise<void> {
  await context.admin.query(
    `insert into _server.storage_blobs (version, due_at) values ($1, $2::timestamptz + interval '1 hour')`,
    [version, context.now()],
  )
}

async function nameVersion(
  service: Service,
  version: string,
  { bucket, name, upsert, owner, userMetadata }: Incoming,
  metadata: ObjectMetadata,
): Promise<ObjectRow> {
  const conflict = upsert
    ? sql`on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
        user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id`
    : sql.empty
  return nameBlob(
    service,
    version,
    sql`with taken as (delete from _server.storage_blobs where version = ${version} returning version)
      insert into storage.objects as object (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      select ${bucket}, ${name}, ${owner.uuid}::uuid, ${owner.id}, version, ${JSON.stringify(metadata)}::jsonb,
        ${JSON.stringify(userMetadata)}::jsonb from taken
      ${conflict} returning ${OBJECT_JSON}`,
  )
}

/** Runs the statement that takes a blob off the sweeper's list and makes a row name it; on failure the blob is deleted at once. */
export async function nameBlob(
  service: Service,
  version: string,
  statement: Parameters<typeof selectAsService>[1],
): Promise<ObjectRow> {
  const { context, sweeper } = service
  try {
    const [row] = await selectAsService<ObjectRow>(context.admin, statement)
    if (!row) throw new Error('the bytes of an upload were deleted before a row named them')
    return row
  } catch (error) {
    await context.admin.query('update _server.storage_blobs set due_at = $2 where version = $1', [
      version,
      context.now(),
    ])
    throw (error as { code?: string }).code === '23505' ? storageError('keyExists') : error
  } finally {
    // Removes the overwritten or unused blob.
    sweeper.soon()
  }
}
