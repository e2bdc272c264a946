import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import { MigrationError } from './database/apply-files.ts'
import { staleBaseFiles } from './database/install.ts'
import { migrate } from './database/migrate.ts'
import { pendingMigrations } from './database/migrations.ts'

export type UpgradeOptions = {
  projectDir: string
  log: Logger
  /** Backs the database up and returns the path; undefined where the operator is responsible for backups. */
  safetyCopy: (() => Promise<string>) | undefined
}

export type Upgraded = {
  seconds: number
  /** The path of the backup taken before. */
  copy: string | undefined
}

/**
 * Creates a new database or upgrades an existing one after a backup. Returns undefined when nothing was upgraded. Call
 * with the structure lock held. Throws MigrationError, which describes the state and how to go back.
 */
export async function upgrade(client: ClientBase, options: UpgradeOptions): Promise<Upgraded | undefined> {
  const { projectDir, log, safetyCopy } = options
  const { rows } = await client.query(`select to_regclass('_server.base_files') is null as first`)
  const { migrations, squashed } = await pendingMigrations(client, projectDir)
  const stale = await staleBaseFiles(client)
  if (rows[0].first) {
    await migrate(client, { projectDir, log })
    return undefined
  }
  if (migrations.length === 0 && !squashed && stale.length === 0) return undefined
  const started = performance.now()
  const copy = await safetyCopy?.()
  if (!copy)
    log.warn('upgrading the database without a backup: with DATABASE_URL, backups are your responsibility')
  try {
    await migrate(client, { projectDir, log })
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new MigrationError(`${error.message}\n${wayBack(error.partial, copy)}`, { cause: error })
  }
  return { seconds: (performance.now() - started) / 1000, copy }
}

function wayBack(partial: boolean, copy: string | undefined): string {
  const left = partial
    ? 'The upgrade stopped midway.'
    : 'The upgrade was rolled back: the data is unchanged, and the previous version can start on it.'
  return copy
    ? `${left} A backup from before is in ${copy}; npm run restore -- ${copy} --data NEW restores it to a new data directory.`
    : left
}
