import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { MigrationError } from '../database/apply-files.ts'
import { takeBaseBackup } from './base-backup.ts'

export type SafetyCopyOptions = {
  /** Superuser URL of the embedded PostgreSQL, and a connection to it. */
  databaseUrl: string
  client: ClientBase
  dataDir: string
  release: string
  s3: boolean
  now: Date
  /** Free bytes on a path's disk. */
  free?: (place: string) => number
}

/** Number of copies to keep. */
const KEPT = 2

/** Backs the database up before an upgrade and returns the path. Throws MigrationError when there is no room. */
export async function takeSafetyCopy(options: SafetyCopyOptions): Promise<string> {
  const { databaseUrl, client, dataDir, release, s3, now, free = bytesFree } = options
  const safety = join(dataDir, 'safety')
  await mkdir(safety, { recursive: true, mode: 0o700 })
  const { rows } = await client.query<{ bytes: string }>(
    'select sum(pg_database_size(oid))::text as bytes from pg_database',
  )
  const [needed, left] = [Number(rows[0]?.bytes ?? 0), free(safety)]
  // Room for the copy, its WAL, and what the upgrade may rewrite.
  if (left < needed * 2)
    throw new MigrationError(
      `An upgrade first backs the database up, and there is not enough disk space: ${megabytes(left)} are free in ${safety}, ${megabytes(needed * 2)} are needed.`,
    )
  const name = `before-${release}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`
  const to = join(safety, name)
  await takeBaseBackup({ databaseUrl, dataDir, to, release, bytes: s3 ? 's3' : 'files' })
  const earlier = readdirSync(safety).filter((other) => other !== name)
  const age = (other: string) => other.slice(other.lastIndexOf('-'))
  for (const old of earlier.sort((a, b) => (age(a) < age(b) ? 1 : -1)).slice(KEPT - 1))
    rmSync(join(safety, old), { recursive: true, force: true })
  return to
}

function bytesFree(place: string): number {
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`
