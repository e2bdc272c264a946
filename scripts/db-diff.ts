import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MigrationError } from '../server/src/database/apply-files.ts'
import { differences, readRows, readStructure } from '../server/src/database/catalogue.ts'
import { type Migration, readHistory, readMigrations } from '../server/src/database/migrations.ts'
import { applySchemas } from '../server/src/database/schemas.ts'
import { readProjectConfig } from '../server/src/project-config.ts'
import { type FreshDatabase, freshDatabase } from '../server/src/testing/fresh-database.ts'
import { startTestDatabase } from '../server/src/testing/shared-database.ts'
import { MigrationDraft } from './migration-draft.ts'
import { rowStatements } from './row-statements.ts'

/**
 * `npm run db:diff NAME`: writes the migration that brings an installation from the migrations to the schemas. Until it
 * lands (`npm run db:land`) the same command generates it again and keeps what was written into it by hand.
 */
const root = join(import.meta.dirname, '..')
const name = process.argv[2] ?? ''
if (!/^[a-z0-9_]+$/.test(name)) fail('Usage: npm run db:diff NAME, of small letters, digits and underscores.')

const { landed } = readHistory(root)
const migrations = readMigrations(root)
const open = migrations.filter(({ version }) => !(version in landed))
const stranger = open.find((migration) => migration.name !== name)
if (stranger) fail(`${stranger.path} has not landed. Give its name to generate it again, or npm run db:land.`)
const version = open[0]?.version ?? nextVersion(migrations)
const path = `supabase/migrations/${version}_${name}.sql`
const draft = new MigrationDraft(existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')

const database = await startTestDatabase()
process.env.TEST_DATABASE_URL = database.url
try {
  const [history, written, schemas] = [await freshDatabase(), await freshDatabase(), await freshDatabase()]
  const past = migrations.filter(({ version }) => version in landed)
  const { schema_paths: schemaPaths } = readProjectConfig(root, {}).db.migrations
  await applySchemas(schemas.client, { projectDir: root, schemaPaths })
  await history.apply([...past, { path: `${path}, its first part`, text: draft.first }])
  for (const { client } of [history, schemas]) await dropPartitions(client)
  const generated = await officialDiff(history.url, schemas.url)
  const text = draft.withGenerated(generated)
  if (text === undefined) {
    rmSync(join(root, path), { force: true })
    console.log('The migrations give what the schemas say: there is nothing to write.')
  } else {
    writeFileSync(join(root, path), text)
    console.log(`Wrote ${path}`)
    if (/ ON "_server"/.test(generated))
      console.log('It names _server, which a hosted project has not: see CONTRIBUTING.md.')
    await written.apply([...past, { path, text }])
  }
  const left = await remaining(text === undefined ? history : written, schemas)
  if (left) {
    console.error(left)
    process.exitCode = 1
  }
  await Promise.all([history.drop(), written.drop(), schemas.drop()])
} catch (error) {
  if (!(error instanceof MigrationError)) throw error
  console.error(`${error.message}\nWrite what is needed by hand, in the parts of ${path} that are kept.`)
  process.exitCode = 1
} finally {
  await database.stop()
}

/** A number after every other, so that two branches that generate on one day do not meet. */
function nextVersion(migrations: Migration[]): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const last = migrations.at(-1)?.version ?? ''
  return now > last ? now : String(BigInt(last) + 1n)
}

/** A migration must not name months: another installation has others. What changes in a table reaches its partitions by range. */
async function dropPartitions(client: FreshDatabase['client']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relispartition and pg_get_expr(relpartbound, oid) like 'FOR VALUES FROM%' and relnamespace::regnamespace::text in ('public', 'private')`,
  )
  for (const { name } of rows) await client.query(`drop table if exists ${name}`)
}

/** The official tool's statements that lead from one structure to the other. */
async function officialDiff(from: string, to: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'db-diff-'))
  const output = join(directory, 'diff.sql')
  try {
    const options = ['db', 'diff', '--use-pg-delta', '--strict-coverage', '--from', from, '--to', to]
    await promisify(execFile)('supabase', [...options, '--output', output], { cwd: directory })
    return existsSync(output) ? readFileSync(output, 'utf8').trim() : ''
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** What still differs once the migration is applied: the tool does not see rows, and might not see everything else. */
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
    structure.length > 0 && `These differences remain and are yours to write:\n${structure.join('\n')}`,
    rows.length > 0 &&
      `Rows that the schemas write and an installation lacks, or the reverse. Decide what existing installations need, as they may\nhave changed theirs, and write it into the last part of the migration:\n${rows.join('\n')}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('\n\n') : undefined
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
