import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { startEmbedded } from '../database/embedded.ts'
import { type Runner, runnerFor } from '../database/embedded-user.ts'
import { blobNames } from './base-backup.ts'
import { copyHashed, copyTree, linkOrCopy, synchroniseTree } from './copy-file.ts'
import { BackupError, type Manifest, readManifest, verifyFiles } from './manifest.ts'
import { copyWal, verifyWal, type WalFile } from './wal-files.ts'

/** A backup to restore and, from a backup directory, the WAL that follows it. */
export type Source = {
  /** The directory of `backup.json`. */
  backup: string
  /** WAL beyond the backup's own. */
  wal: WalFile[]
  /** The blob pool, for a backup that uses one. */
  pool: string
}

export type RestoreOptions = {
  source: Source
  /** Point in time to restore to; the end of the WAL by default. */
  at: Date | undefined
  /** The new data directory, empty or missing. */
  dataDir: string
  log?: Logger
  /** Validates the restored database before the restore counts as successful; throws on a fault. */
  check: (databaseUrl: string, dataDir: string) => Promise<void>
}

/** Directories that PostgreSQL requires and that a copy may lack because they were empty. */
const EMPTY = [
  'pg_wal/archive_status',
  'pg_wal/summaries',
  ...[
    'pg_commit_ts',
    'pg_dynshmem',
    'pg_logical/mappings',
    'pg_logical/snapshots',
    'pg_notify',
    'pg_replslot',
  ],
  ...['pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase'],
]

/** Recovery timeout: replaying a busy day's WAL takes minutes. */
const RECOVERY = 6 * 3_600_000

/** Throws BackupError and removes its output when the backup is damaged or the time cannot be reached. */
export async function restore({
  source,
  at,
  dataDir,
  log = pino({ level: 'warn' }),
  check,
}: RestoreOptions): Promise<Manifest> {
  const manifest = readManifest(source.backup)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new BackupError(`${dataDir} is not empty. A backup is restored into a new data directory.`)
  if (at && at < new Date(manifest.takenAt))
    throw new BackupError(
      `This backup was taken at ${manifest.takenAt} and cannot restore an earlier time. Choose an earlier backup.`,
    )
  await verifyFiles(source.backup, manifest)
  await verifyWal(source.wal)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  let runner: Runner | undefined
  try {
    runner = await runnerFor(dataDir, log)
    if (existsSync(join(runner.dataDir, 'postgres')))
      throw new BackupError(`${runner.dataDir} contains another database. Choose another data directory.`)
    await placeDatabase(source, runner)
    await placeFiles(source, manifest, dataDir)
    await recover(dataDir, at, log, check)
    return manifest
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    if (runner) await rm(runner.dataDir, { recursive: true, force: true })
    throw error
  }
}

async function placeDatabase({ backup, wal }: Source, { dataDir, identity }: Runner): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  await copyTree(join(backup, 'database'), cluster, () => false)
  await copyTree(join(backup, 'wal'), join(cluster, 'pg_wal'), () => false)
  for (const path of EMPTY) await mkdir(join(cluster, path), { recursive: true, mode: 0o700 })
  for (const file of wal) await copyWal(file, join(cluster, 'pg_wal', file.name))
  const password = join(backup, 'settings', 'postgres.password')
  if (existsSync(password)) await copyHashed(password, join(dataDir, 'postgres.password'))
  // PostgreSQL removes it after recovery.
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  await chmod(cluster, 0o700)
  if (identity) {
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
      await chown(join(entry.parentPath, entry.name), identity.uid, identity.gid)
    chownSync(dataDir, identity.uid, identity.gid)
  }
  await synchroniseTree(cluster)
}

async function placeFiles({ backup, pool }: Source, manifest: Manifest, dataDir: string): Promise<void> {
  const blobs = join(dataDir, 'storage', 'blobs')
  const from = manifest.bytes === 'pool' ? pool : join(backup, 'files')
  if (manifest.bytes !== 's3' && existsSync(from)) {
    // The pool also holds blobs newer than the backup, which the replayed WAL may reference.
    for (const version of await blobNames(from)) {
      const path = join(version.slice(0, 2), version)
      await mkdir(dirname(join(blobs, path)), { recursive: true, mode: 0o700 })
      await linkOrCopy(join(from, path), join(blobs, path))
    }
  }
  const admin = join(backup, 'settings', 'admin.json')
  if (existsSync(admin)) await copyHashed(admin, join(dataDir, 'admin.json'))
}

/** Runs recovery, validates the result, and stops PostgreSQL. */
async function recover(
  dataDir: string,
  at: Date | undefined,
  log: Logger,
  check: RestoreOptions['check'],
): Promise<void> {
  const database = await startEmbedded({
    dataDir,
    log,
    within: RECOVERY,
    settings: {
      // All WAL is already in place; there is no archive to fetch from.
      restore_command: 'false',
      recovery_target_action: 'promote',
      ...(at && { recovery_target_time: at.toISOString().replace('Z', '+00') }),
      hot_standby: 'off',
    },
  }).catch((cause: Error) => {
    const early = /recovery ended before configured recovery target was reached/.test(cause.message)
    throw new BackupError(
      early && at
        ? `The backups do not reach ${at.toISOString()}: nothing was written that late, or its WAL is missing. Choose an earlier time, or none for the latest.`
        : `PostgreSQL could not recover from the backup: ${cause.message}`,
      { cause },
    )
  })
  try {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      // PostgreSQL's own checksums detect a read beyond what was copied.
      await client.query('checkpoint')
    } finally {
      await client.end()
    }
    await check(database.url, dataDir)
  } finally {
    await database.stop()
  }
}
