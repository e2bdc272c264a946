import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Context } from '../context.ts'
import { run, type Scope } from '../database/session.ts'
import type { Fragment } from '../database/sql.ts'
import type { Backend } from './backends/backend.ts'
import { fileBackend } from './backends/file-backend.ts'
import { s3Backend } from './backends/s3-backend.ts'
import { Staging } from './backends/staging.ts'
import { Sweeper } from './backends/sweeper.ts'
import { ImageMaker } from './images/image-maker.ts'
import { Room } from './uploads/room.ts'

/** Passed to every endpoint of this service. */
export type Service = {
  context: Context
  backend: Backend
  staging: Staging
  sweeper: Sweeper
  images: ImageMaker
  room: Room
  /** Transformed images of `render/image`, apart from uploads. */
  cacheDirectory: string
  /** Resumable uploads. */
  resumableDirectory: string
  /** Maximum file size for all buckets. */
  fileSizeLimit: number
  /** Signs links. Differs from the token key, so that a link is never an access token. */
  linkKey: Uint8Array
}

export async function createService(context: Context): Promise<Service> {
  const { directory } = context.storage
  const backend = context.storage.s3 ? s3Backend(context.storage.s3) : fileBackend(join(directory, 'blobs'))
  const staging = new Staging(join(directory, 'staging'))
  const resumable = new Staging(join(directory, 'resumable'))
  await Promise.all([staging.prepare(), resumable.prepare()])
  const room = new Room(context)
  return {
    context,
    backend,
    staging,
    sweeper: new Sweeper(context, backend, staging, resumable, room),
    room,
    images: new ImageMaker(),
    resumableDirectory: resumable.directory,
    cacheDirectory: join(directory, 'cache'),
    fileSizeLimit: context.project.storage.file_size_limit,
    linkKey: createHmac('sha256', context.keys.jwtSecret).update('storage links').digest(),
  }
}

/** Rows visible to the caller; the statement selects one column of JSON text. */
export async function select<T>(requests: Pool, scope: Scope, statement: Fragment): Promise<T[]> {
  const rows = await run(requests, scope, statement.toStatement())
  return rows.map(([json]) => JSON.parse(json as string) as T)
}

/** The same with the service's own rights, ignoring policies. */
export async function selectAsService<T>(admin: Pool, statement: Fragment): Promise<T[]> {
  const { text, values } = statement.toStatement()
  const { rows } = await admin.query<{ json: string }>({ text, values })
  return rows.map((row) => JSON.parse(row.json) as T)
}
