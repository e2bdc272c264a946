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
  /** Bytes that a place has left. */
  free?: (place: string) => number
}

/** Copies of earlier upgrades that stay. */
const KEPT = 2

/** Copies the database as it is before an upgrade, and returns where. Throws MigrationError when there is no room. */
export async function takeSafetyCopy(options: SafetyCopyOptions): Promise<string> {
  const { databaseUrl, client, dataDir, release, s3, now, free = bytesFree } = options
  const safety = join(dataDir, 'safety')
  await mkdir(safety, { recursive: true, mode: 0o700 })
  const { rows } = await client.query<{ bytes: string }>(
    'select sum(pg_database_size(oid))::text as bytes from pg_database',
  )
  const [needed, left] = [Number(rows[0]?.bytes ?? 0), free(safety)]
  // The copy, its share of the log, and what the upgrade itself may rewrite.
  if (left < needed * 2)
    throw new MigrationError(
      `An upgrade takes a copy of the database first, and there is no room for it: ${megabytes(left)} are free in ${safety}, ${megabytes(needed * 2)} are needed.`,
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
