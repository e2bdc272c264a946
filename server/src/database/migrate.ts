import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import { sha256 } from './install.ts'

/**
 * Applies a project's migrations and seeds into the official CLI's own tables, a transaction a file. A file
 * that changed after it was applied stops the start: what the database holds would no longer be what is written.
 */
export class MigrationError extends Error {}

export type MigrateOptions = {
  /** The folder that holds `supabase/`. */
  projectDir: string
  seedPaths: string[]
  /** `none` leaves out the files whose name says `demo`. */
  seed: 'demo' | 'none'
  log: Logger
}

/** Brings the database up to the project. Call under the structure lock. Throws MigrationError. */
export async function migrate(client: ClientBase, options: MigrateOptions): Promise<void> {
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);`)
  await applyMigrations(client, options)
  await applySeeds(client, options)
}

async function applyMigrations(client: ClientBase, { projectDir, log }: MigrateOptions): Promise<void> {
  const directory = join(projectDir, 'supabase', 'migrations')
  const files = existsSync(directory)
    ? readdirSync(directory)
        .filter((file) => /^\d+_.*\.sql$/.test(file))
        .sort()
    : []
  const { rows } = await client.query<{ version: string; hash: string | null }>(
    'select version, hash from supabase_migrations.schema_migrations left join _server.migration_hashes using (version)',
  )
  const applied = new Map(rows.map(({ version, hash }) => [version, hash]))
  for (const file of files) {
    const version = file.slice(0, file.indexOf('_'))
    const text = readFileSync(join(directory, file), 'utf8')
    const hash = sha256(text)
    const known = applied.get(version)
    applied.delete(version)
    if (known === hash || known === null) continue
    if (known !== undefined) {
      throw new MigrationError(
        `The migration ${file} was changed after it was applied. Restore it, or start with an empty data directory.`,
      )
    }
    log.info({ migration: file }, 'applying a migration')
    await inTransaction(client, `supabase/migrations/${file}`, async () => {
      await client.query(text)
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
        [version, file.slice(version.length + 1, -'.sql'.length), text],
      )
      await client.query('insert into _server.migration_hashes (version, hash) values ($1, $2)', [
        version,
        hash,
      ])
    })
  }
  if (applied.size > 0) {
    throw new MigrationError(
      `The database holds migrations that this project does not have: ${[...applied.keys()].join(', ')}.`,
    )
  }
}

async function applySeeds(
  client: ClientBase,
  { projectDir, seedPaths, seed, log }: MigrateOptions,
): Promise<void> {
  const root = join(projectDir, 'supabase')
  const files = [...new Set(seedPaths.flatMap((pattern) => globSync(pattern, { cwd: root }).sort()))]
  for (const file of files) {
    if (seed === 'none' && /demo/.test(basename(file))) continue
    const path = join('supabase', relative(root, join(root, file)))
    const text = readFileSync(join(root, file), 'utf8')
    const { rowCount } = await client.query(
      'update supabase_migrations.seed_files set hash = $2 where path = $1',
      [path, sha256(text)],
    )
    if (rowCount) continue
    log.info({ seed: file }, 'applying a seed')
    await inTransaction(client, path, async () => {
      await client.query(text)
      await client.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [
        path,
        sha256(text),
      ])
    })
  }
}

/** Runs a file as the role that owns the project's objects, with every setting as a new connection has it. */
async function inTransaction(client: ClientBase, file: string, work: () => Promise<void>): Promise<void> {
  await client.query('reset all')
  await client.query('begin')
  try {
    await client.query('set local role postgres; set local search_path = public, extensions')
    await work()
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const { message, where, position } = cause as { message: string; where?: string; position?: string }
    const place = [position && `at character ${position}`, where].filter(Boolean).join(', ')
    throw new MigrationError(`${file} failed: ${message}${place ? ` (${place})` : ''}`, { cause })
  }
}
