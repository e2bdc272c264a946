import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { MigrationError, type SqlFile } from './apply-files.ts'
import { sha256 } from './install.ts'

/** The files of `supabase/migrations`, and which of them a database lacks. */
export type Migration = SqlFile & { version: string; name: string; hash: string }

/**
 * `supabase/migrations/history.json`. `landed`: the hash of each migration that installations may have. `squashed`: for a
 * migration that replaced earlier ones, their versions and hashes; it counts as applied in a database that has exactly those.
 */
export type History = {
  landed: Record<string, string>
  squashed: Record<string, Record<string, string>>
}

/** The migrations in numerical order. */
export function readMigrations(projectDir: string): Migration[] {
  const directory = join(projectDir, 'supabase', 'migrations')
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((file) => /^\d+_.*\.sql$/.test(file))
    .sort()
    .map((file) => {
      const version = file.slice(0, file.indexOf('_'))
      const text = readFileSync(join(directory, file), 'utf8')
      const name = file.slice(version.length + 1, -'.sql'.length)
      return { version, name, text, hash: sha256(text), path: `supabase/migrations/${file}` }
    })
}

/** Empty for a project without the file. */
export function readHistory(projectDir: string): History {
  const file = join(projectDir, 'supabase', 'migrations', 'history.json')
  const read: Partial<History> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return { landed: read.landed ?? {}, squashed: read.squashed ?? {} }
}

export type Pending = {
  migrations: Migration[]
  /** The database has the migrations that this one replaced, under these versions. */
  squashed?: { into: Migration; versions: string[] }
}

/** The migrations to apply. Throws MigrationError when the database's history is not the project's. */
export async function pendingMigrations(client: ClientBase, projectDir: string): Promise<Pending> {
  const applied = await appliedMigrations(client)
  const { squashed } = readHistory(projectDir)
  const pending: Pending = { migrations: [] }
  for (const migration of readMigrations(projectDir)) {
    const { version, hash } = migration
    const known = applied.get(version)
    if (known !== undefined && known !== null && known !== hash) {
      throw new MigrationError(
        `The migration ${version}_${migration.name}.sql was changed after it was applied. Restore its text, or start with an empty data directory.`,
      )
    }
    const replaced = Object.entries(squashed[version] ?? {})
    if (applied.delete(version)) continue
    if (!replaced.some(([earlier]) => applied.has(earlier))) pending.migrations.push(migration)
    else if (
      replaced.every(([earlier, text]) => [text, null].includes(applied.get(earlier) as string | null))
    ) {
      pending.squashed = { into: migration, versions: replaced.map(([earlier]) => earlier) }
      for (const earlier of pending.squashed.versions) applied.delete(earlier)
    } else {
      throw new MigrationError(
        `The database predates its first release and cannot be upgraded: its migrations are not those that ${version}_${migration.name}.sql replaced. Start with an empty data directory.`,
      )
    }
  }
  if (applied.size === 0) return pending
  throw new MigrationError(
    `The database has migrations that this project does not have: ${[...applied.keys()].join(', ')}. It was created by a newer version: start that one, or restore an earlier backup.`,
  )
}

/** Versions with the hash of the applied text; null where the official tool applied it. */
async function appliedMigrations(client: ClientBase): Promise<Map<string, string | null>> {
  const { rows: made } = await client.query(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as history, to_regclass('_server.migration_hashes') is not null as hashes`,
  )
  if (!made[0].history || !made[0].hashes) return new Map()
  const { rows } = await client.query<{ version: string; hash: string | null }>(
    'select version, hash from supabase_migrations.schema_migrations left join _server.migration_hashes using (version) order by version',
  )
  return new Map(rows.map(({ version, hash }) => [version, hash]))
}
