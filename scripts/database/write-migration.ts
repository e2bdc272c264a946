import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { differences, readRows, readStructure } from '../../server/src/database/catalogue.ts'
import { type Migration, readHistory, readMigrations } from '../../server/src/database/migrations.ts'
import { applySchemas } from '../../server/src/database/schemas.ts'
import { readProjectConfig } from '../../server/src/project-config.ts'
import { type FreshDatabase, freshDatabase } from '../../server/src/testing/fresh-database.ts'
import { MigrationDraft } from './migration-draft.ts'
import { rowStatements } from './row-statements.ts'

/** A migration that cannot be generated as requested. */
export class DraftError extends Error {}

export type Written = {
  /** The path; undefined when there was nothing to write. */
  path: string | undefined
  /** A description of the remaining differences; undefined when the migrations match the schemas. */
  remaining: string | undefined
  /** Whether it names objects that exist only on this server. */
  ownSchema: boolean
}

/**
 * Writes the migration from a project's landed migrations to its schemas. A migration that has not landed is regenerated and
 * keeps its handwritten parts. Throws DraftError, and MigrationError when the result cannot be applied.
 */
export async function writeMigration(root: string, name: string): Promise<Written> {
  const { landed } = readHistory(root)
  const migrations = readMigrations(root)
  const open = migrations.filter(({ version }) => !(version in landed))
  const stranger = open.find((migration) => migration.name !== name)
  if (stranger)
    throw new DraftError(
      `${stranger.path} has not landed. Pass its name to regenerate it, or run npm run db:land.`,
    )
  const path = `supabase/migrations/${open[0]?.version ?? nextVersion(migrations)}_${name}.sql`
  const file = join(root, path)
  const draft = new MigrationDraft(existsSync(file) ? readFileSync(file, 'utf8') : '')
  const [history, written, schemas] = [await freshDatabase(), await freshDatabase(), await freshDatabase()]
  try {
    const past = migrations.filter(({ version }) => version in landed)
    const { schema_paths: schemaPaths } = readProjectConfig(root, {}).db.migrations
    await applySchemas(schemas.client, { projectDir: root, schemaPaths })
    await history.apply([...past, { path: `${path}, its first part`, text: draft.first }])
    const generated = await officialDiff(history, schemas)
    const text = draft.withGenerated(generated)
    if (text === undefined) rmSync(file, { force: true })
    else writeFileSync(file, text)
    await written.apply(text === undefined ? past : [...past, { path, text }])
    return {
      path: text === undefined ? undefined : path,
      remaining: await remaining(written, schemas),
      ownSchema: / ON "_server"/.test(generated),
    }
  } finally {
    await Promise.all([history.drop(), written.drop(), schemas.drop()])
  }
}

/** A number above all others and with the time, so that branches generating on the same day do not collide. */
function nextVersion(migrations: Migration[]): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const last = migrations.at(-1)?.version ?? ''
  return now > last ? now : String(BigInt(last) + 1n)
}

/** The official tool's statements from one structure to the other. */
async function officialDiff(from: FreshDatabase, to: FreshDatabase): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'db-diff-'))
  const output = join(directory, 'diff.sql')
  for (const { client } of [from, to]) await dropRanges(client)
  try {
    const options = ['db', 'diff', '--use-pg-delta', '--strict-coverage', '--from', from.url, '--to', to.url]
    await promisify(execFile)('supabase', [...options, '--output', output], { cwd: directory })
    return existsSync(output) ? readFileSync(output, 'utf8').trim() : ''
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * A migration must not name monthly partitions, which differ between installations. Changes of a table apply to its range
 * partitions.
 */
async function dropRanges(client: FreshDatabase['client']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relispartition and pg_get_expr(relpartbound, oid) like 'FOR VALUES FROM%' and relnamespace::regnamespace::text in ('public', 'private')`,
  )
  for (const { name } of rows) await client.query(`drop table if exists ${name}`)
}

/** Remaining differences after applying the migration: the tool does not compare rows, and may overlook other objects. */
async function remaining(written: FreshDatabase, schemas: FreshDatabase): Promise<string | undefined> {
  const names: [string, string] = ['the migrations', 'the schemas']
  const structure = differences(
    await readStructure(written.client),
    await readStructure(schemas.client),
    names,
  )
  const [before, after] = [await readRows(written.client), await readRows(schemas.client)]
  const rows = rowStatements(before, after)
  const parts = [
    structure.length > 0 && `These differences remain to be written by hand:\n${structure.join('\n')}`,
    rows.length > 0 &&
      `Rows that only the schemas or only an installation have. Decide what existing installations need, as they may\nhave changed theirs, and write it into the last part of the migration:\n${rows.join('\n')}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('\n\n') : undefined
}
