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
import { verifyWal, type WalFile } from './wal-files.ts'

/** What is restored: a backup, and from a directory of backups the log that leads on from it. */
export type Source = {
  /** Holds `backup.json`. */
  backup: string
  /** More of the log than the backup has itself. */
  wal: WalFile[]
  /** Where the bytes lie, for a backup that shares them. */
  pool: string
}

export type RestoreOptions = {
  source: Source
  /** The moment to restore to; the end of the log when absent. */
  at: Date | undefined
  /** The new data directory: empty or not there. */
  dataDir: string
  log?: Logger
  /** Looks at the restored database before it counts as restored; throws what is wrong with it. */
  check: (databaseUrl: string, dataDir: string) => Promise<void>
}

/** Directories that PostgreSQL expects, and that a copy may have lost because they were empty. */
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

/** How long a log may be gone through: a day of a busy installation takes minutes. */
const RECOVERY = 6 * 3_600_000

/** Throws BackupError and leaves nothing behind when the backup is damaged or cannot be restored to that moment. */
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
      `This backup was taken at ${manifest.takenAt}: it cannot show an earlier moment. Take an earlier one.`,
    )
  await verifyFiles(source.backup, manifest)
  await verifyWal(source.wal)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  let runner: Runner | undefined
  try {
    runner = await runnerFor(dataDir, log)
    if (existsSync(join(runner.dataDir, 'postgres')))
      throw new BackupError(`${runner.dataDir} holds another database. Choose another data directory.`)
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
  for (const { path, name } of wal) await copyHashed(path, join(cluster, 'pg_wal', name))
  const password = join(backup, 'settings', 'postgres.password')
  if (existsSync(password)) await copyHashed(password, join(dataDir, 'postgres.password'))
  // The server renames it away once it has recovered.
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
    // The pool holds what was kept after the backup, too: whatever the log leads to is among it.
    for (const version of await blobNames(from)) {
      const path = join(version.slice(0, 2), version)
      await mkdir(dirname(join(blobs, path)), { recursive: true, mode: 0o700 })
      await linkOrCopy(join(from, path), join(blobs, path))
    }
  }
  const admin = join(backup, 'settings', 'admin.json')
  if (existsSync(admin)) await copyHashed(admin, join(dataDir, 'admin.json'))
}

/** Has PostgreSQL go through the log, looks at what came of it, and stops it again. */
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
      // The log lies in place already: there is nowhere to fetch it from.
      restore_command: 'false',
      recovery_target_action: 'promote',
      ...(at && { recovery_target_time: at.toISOString().replace('Z', '+00') }),
      hot_standby: 'off',
    },
  }).catch((cause: Error) => {
    const early = /recovery ended before configured recovery target was reached/.test(cause.message)
    throw new BackupError(
      early && at
        ? `The backups do not reach ${at.toISOString()}: nothing was written as late as that, or its log is not there. Choose an earlier moment, or none for the latest.`
        : `PostgreSQL could not recover from the backup: ${cause.message}`,
      { cause },
    )
  })
  try {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      // Whatever reads past the end of what was copied is told by PostgreSQL's own checksums.
      await client.query('checkpoint')
    } finally {
      await client.end()
    }
    await check(database.url, dataDir)
  } finally {
    await database.stop()
  }
}
