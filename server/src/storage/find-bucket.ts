import { sql } from '../database/sql.ts'
import { storageError } from './errors.ts'
import {
  BUCKET_JSON,
  type BucketRow,
  OBJECT_JSON,
  type ObjectRow,
  type StoredObject,
  stored,
} from './rows.ts'
import { type Service, selectAsService } from './service.ts'

/** The bucket's settings, independent of the caller. Throws NoSuchBucket. */
export async function findBucket({ context }: Service, id: string): Promise<BucketRow> {
  const [bucket] = await selectAsService<BucketRow>(
    context.admin,
    sql`select ${BUCKET_JSON} from storage.buckets as bucket where bucket.id = ${id}`,
  )
  if (!bucket) throw storageError('noSuchBucket')
  return bucket
}

/** A file regardless of policies: in a public bucket, or named by a signed link. Throws NoSuchKey. */
export async function findObject({ context }: Service, bucket: string, name: string): Promise<StoredObject> {
  const [object] = await selectAsService<ObjectRow>(
    context.admin,
    sql`select ${OBJECT_JSON} from storage.objects as object where object.bucket_id = ${bucket} and object.name = ${name}`,
  )
  return stored(object)
}

/** The maximum size of a file in this bucket. */
export function sizeLimit({ fileSizeLimit }: Service, bucket: BucketRow, name: string): number {
  if (name.endsWith('.emptyFolderPlaceholder')) return 0
  return Math.min(fileSizeLimit, bucket.file_size_limit ?? fileSizeLimit)
}
