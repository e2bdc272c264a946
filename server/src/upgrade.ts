import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import { MigrationError } from './database/apply-files.ts'
import { staleBaseFiles } from './database/install.ts'
import { migrate } from './database/migrate.ts'
import { pendingMigrations } from './database/migrations.ts'

export type UpgradeOptions = {
  projectDir: string
  log: Logger
  /** Copies the database as it is and says where; undefined where the operator's own tools do that. */
  safetyCopy: (() => Promise<string>) | undefined
}

export type Upgraded = {
  seconds: number
  /** Where the copy lies that was made before. */
  copy: string | undefined
}

/**
 * Makes a new database, or brings one of an earlier version up to this one, after a copy of it. Undefined when there was
 * nothing to upgrade. Call under the structure lock. Throws MigrationError, which says what is left and how to go back.
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
  if (!copy) log.warn('the database is being upgraded without a copy: with DATABASE_URL, backups are yours')
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
    : 'The upgrade was undone: the data is as it was, and the version before this one starts on it.'
  return copy
    ? `${left} A copy from before is in ${copy}; npm run restore -- ${copy} --data NEW makes a data directory of it.`
    : left
}
