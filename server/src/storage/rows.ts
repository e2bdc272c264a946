import { type Fragment, sql } from '../database/sql.ts'
import { storageError } from './errors.ts'

/** The columns of storage's tables as JSON, with times in JavaScript's format. */
export type ObjectMetadata = {
  eTag: string
  /** Of the stored bytes; absent from rows that an earlier version wrote. */
  sha256?: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
  contentEncoding?: string
  xRobotsTag?: string
}

export type ObjectRow = {
  id: string
  name: string
  bucket_id: string
  owner: string | null
  owner_id: string | null
  version: string
  created_at: string
  updated_at: string
  last_accessed_at: string
  /** Null for a row that SQL inserted without a file. */
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
}

/** A row that has a file. */
export type StoredObject = ObjectRow & { metadata: ObjectMetadata }

/** Throws NoSuchKey. */
export function stored(object: ObjectRow | undefined): StoredObject {
  if (!object?.metadata) throw storageError('noSuchKey')
  return object as StoredObject
}

/** A written row with its stored bytes. */
export const kept = (row: ObjectRow): { row: ObjectRow; size: number } => ({
  row,
  size: row.metadata?.size ?? 0,
})

export type BucketRow = {
  id: string
  name: string
  owner: string | null
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: string
  updated_at: string
}

const TIME = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

export const OBJECT_JSON: Fragment = sql`jsonb_build_object(
  'id', object.id, 'name', object.name, 'bucket_id', object.bucket_id, 'owner', object.owner, 'owner_id', object.owner_id,
  'version', object.version, 'metadata', object.metadata, 'user_metadata', object.user_metadata,
  'created_at', to_char(object.created_at at time zone 'utc', ${TIME}),
  'updated_at', to_char(object.updated_at at time zone 'utc', ${TIME}),
  'last_accessed_at', to_char(object.last_accessed_at at time zone 'utc', ${TIME}))::text as json`

export const BUCKET_JSON: Fragment = sql`jsonb_build_object(
  'id', bucket.id, 'name', bucket.name, 'owner', coalesce(bucket.owner::text, ''), 'public', bucket.public,
  'file_size_limit', bucket.file_size_limit, 'allowed_mime_types', bucket.allowed_mime_types,
  'created_at', to_char(bucket.created_at at time zone 'utc', ${TIME}),
  'updated_at', to_char(bucket.updated_at at time zone 'utc', ${TIME}))::text as json`
