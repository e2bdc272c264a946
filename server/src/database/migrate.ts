import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import { inTransaction, MigrationError, type Run } from './apply-files.ts'
import { installBase } from './install.ts'
import { type Migration, type Pending, pendingMigrations } from './migrations.ts'

/**
 * Upgrades a database to this server and its project: the base files, then the migrations, recorded as the official
 * tool does. Everything runs in one transaction, so a failed upgrade leaves the database unchanged.
 */
export type MigrateOptions = {
  /** The directory that contains `supabase/`. */
  projectDir: string
  log: Logger
}

/** Call with the structure lock held. Throws MigrationError. */
export async function migrate(client: ClientBase, { projectDir, log }: MigrateOptions): Promise<void> {
  const pending = await pendingMigrations(client, projectDir)
  try {
    await inTransaction(client, async (run) => {
      await installBase(client)
      await prepareHistory(client)
      if (pending.squashed) await recordSquashed(client, pending.squashed)
      for (const migration of pending.migrations) await apply(client, run, migration, log)
    })
  } catch (error) {
    if (!needsOwnTransaction(error)) throw error
    log.warn('a migration uses an enum value that another one adds: each gets its own transaction')
    await oneByOne(client, pending, log)
  }
}

/** Creates the official tool's tables. */
export async function prepareHistory(client: ClientBase): Promise<void> {
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);`)
}

async function apply(client: ClientBase, run: Run, migration: Migration, log: Logger): Promise<void> {
  log.info({ migration: migration.path }, 'applying migration')
  await run(migration)
  await record(client, migration)
}

async function record(client: ClientBase, { version, name, text, hash }: Migration): Promise<void> {
  await client.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
    [version, name, text],
  )
  await client.query('insert into _server.migration_hashes (version, hash) values ($1, $2)', [version, hash])
}

async function recordSquashed(
  client: ClientBase,
  { into, versions }: Required<Pending>['squashed'],
): Promise<void> {
  await client.query('delete from supabase_migrations.schema_migrations where version = any ($1)', [versions])
  await client.query('delete from _server.migration_hashes where version = any ($1)', [versions])
  await record(client, into)
}

/** A new enum value cannot be used in the transaction that adds it (55P04). */
const needsOwnTransaction = (error: unknown): boolean =>
  error instanceof MigrationError && (error.cause as { code?: string } | undefined)?.code === '55P04'

async function oneByOne(client: ClientBase, pending: Pending, log: Logger): Promise<void> {
  await inTransaction(client, async () => {
    await installBase(client)
    await prepareHistory(client)
    if (pending.squashed) await recordSquashed(client, pending.squashed)
  })
  for (const migration of pending.migrations) {
    await inTransaction(client, (run) => apply(client, run, migration, log)).catch((error) => {
      if (error instanceof MigrationError) error.partial = true
      throw error
    })
  }
}
