import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { BYTES_LOCK } from '../database/locks.ts'
import { type Copied, copyHashed, copyTree, hashFile, linkOrCopy, synchroniseTree } from './copy-file.ts'
import { BackupError, type Manifest, writeManifest } from './manifest.ts'

/**
 * Copies a running embedded database and its files with PostgreSQL's low-level backup API: the files as read, and the
 * WAL that makes them consistent. Writers are never blocked.
 */
export type BaseBackupOptions = {
  /** Superuser URL of the embedded PostgreSQL. */
  databaseUrl: string
  dataDir: string
  /** An empty or missing directory. */
  to: string
  release: string
  /** How blobs are backed up: with the database, not at all because S3 holds them, or into a pool shared by all backups. */
  bytes: 'files' | 's3' | { pool: () => Promise<void> }
}

/** Runtime directories whose content is not copied, and files that must not exist when another server starts. */
const OF_THE_PROCESS =
  /^(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/|postmaster\.)/
const PASSING = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init(\.\d+)?)$/

/** Files of the data directory, outside the cluster, that a restore needs. */
const SETTINGS = ['admin.json']

/** Throws BackupError when the directory is not empty. Removes its output when it fails. */
export async function takeBaseBackup(options: BaseBackupOptions): Promise<Manifest> {
  const { databaseUrl, to } = options
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new BackupError(`${to} is not empty. A backup needs a directory of its own.`)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  client.on('error', () => {})
  try {
    await client.connect()
    return await take(client, options)
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function take(
  client: pg.Client,
  { dataDir, to, release, bytes }: BaseBackupOptions,
): Promise<Manifest> {
  const cluster = await one<string>(client, `select current_setting('data_directory')`)
  await client.query('select pg_advisory_lock($1)', [BYTES_LOCK])
  // A temporary slot keeps the WAL that this copy needs.
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
  const start = await one<string>(client, `select pg_backup_start('backup', true)`)
  const files = prefixed(
    'database',
    await copyTree(cluster, join(to, 'database'), (path) => OF_THE_PROCESS.test(path) || PASSING.test(path)),
  )
  const { rows } = await client.query<{ lsn: string; label: string; taken: Date }>(
    'select lsn, labelfile as label, clock_timestamp() as taken from pg_backup_stop(wait_for_archive => false)',
  )
  const { lsn, label, taken } = rows[0] as { lsn: string; label: string; taken: Date }
  const labelFile = join(to, 'database', 'backup_label')
  await writeFile(labelFile, label, { mode: 0o600 })
  files['database/backup_label'] = await hashFile(labelFile)
  const [firstWal, lastWal] = [await walName(client, start), await walName(client, lsn)]
  Object.assign(files, await copyWal(join(cluster, 'pg_wal'), join(to, 'wal'), firstWal, lastWal))
  const blobs = join(dataDir, 'storage', 'blobs')
  if (bytes === 'files') Object.assign(files, await copyBlobs(blobs, join(to, 'files')))
  if (typeof bytes === 'object') await bytes.pool()
  Object.assign(files, await copySettings(dataDir, cluster, join(to, 'settings')))
  const manifest: Manifest = {
    format: 1,
    release,
    takenAt: taken.toISOString(),
    postgres: Math.floor(
      (await one<number>(client, `select current_setting('server_version_num')::int`)) / 10_000,
    ),
    system: await one<string>(client, 'select system_identifier::text from pg_control_system()'),
    firstWal,
    lastWal,
    bytes: typeof bytes === 'object' ? 'pool' : bytes,
    versions: typeof bytes === 'object' ? await blobNames(blobs) : [],
    files: Object.fromEntries(Object.entries(files).sort()),
  }
  await synchroniseTree(to)
  writeManifest(to, manifest)
  await synchroniseTree(to)
  return manifest
}

const one = async <T>(client: pg.Client, text: string, values: unknown[] = []): Promise<T> =>
  Object.values((await client.query(text, values)).rows[0])[0] as T

const walName = (client: pg.Client, lsn: string) => one<string>(client, 'select pg_walfile_name($1)', [lsn])

const prefixed = (folder: string, files: Record<string, Copied>): Record<string, Copied> =>
  Object.fromEntries(Object.entries(files).map(([path, copied]) => [`${folder}/${path}`, copied]))

/** Copies the WAL segments from the first to the last needed, and the timeline history files. */
async function copyWal(
  from: string,
  to: string,
  first: string,
  last: string,
): Promise<Record<string, Copied>> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const copied: Record<string, Copied> = {}
  for (const name of await readdir(from)) {
    const needed = /^[0-9A-F]{24}$/.test(name) ? name >= first && name <= last : name.endsWith('.history')
    if (needed) copied[`wal/${name}`] = await copyHashed(join(from, name), join(to, name))
  }
  return copied
}

/** Blobs are immutable, so a hard link is a copy. */
async function copyBlobs(from: string, to: string): Promise<Record<string, Copied>> {
  const copied: Record<string, Copied> = {}
  for (const version of await blobNames(from)) {
    const path = join(version.slice(0, 2), version)
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    if (await linkOrCopy(join(from, path), join(to, path)))
      copied[`files/${path}`] = await hashFile(join(to, path))
  }
  return copied
}

/** Names of all blobs in a directory and its subdirectories. */
export async function blobNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath !== directory)
    .map(({ name }) => name)
    .sort()
}

async function copySettings(dataDir: string, cluster: string, to: string): Promise<Record<string, Copied>> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const copied: Record<string, Copied> = {}
  const sources = [
    ...SETTINGS.map((name) => join(dataDir, name)),
    join(dirname(cluster), 'postgres.password'),
  ]
  for (const source of sources) {
    if (!existsSync(source)) continue
    const path = join('settings', source.slice(dirname(source).length + 1))
    copied[path] = await copyHashed(source, join(to, '..', path))
  }
  return copied
}
