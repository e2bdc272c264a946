import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import pg, { type ClientBase } from 'pg'
import { inTransaction } from '../database/apply-files.ts'
import { sha256 } from '../database/install.ts'
import { prepareHistory } from '../database/migrate.ts'
import { readMigrations } from '../database/migrations.ts'

/**
 * The content of a released version's installation: recorded once at the release, then loaded, upgraded and checked by
 * every later version. The structure comes from the migrations landed by then; the server's base files are included.
 */
export type ReleaseFacts = {
  release: string
  /** The release's base files by name. */
  base: Record<string, string>
  /** Migrations that define the structure, and the applied versions with their hashes. */
  structure: string[]
  recorded: Record<string, string>
  /** Rows in PostgreSQL's text format, which keeps trailing zeros: they are part of sealed content. */
  tables: { name: string; columns: string[]; count: number; rows: string }[]
  sequences: Record<string, number>
  /** Blobs by version, base64-encoded. */
  files: Record<string, string>
  accounts: { email: string; password: string }[]
}

export const readFacts = (file: string): ReleaseFacts =>
  JSON.parse(brotliDecompressSync(readFileSync(file)).toString())
export const writeFacts = (file: string, facts: ReleaseFacts): void =>
  writeFileSync(file, brotliCompressSync(JSON.stringify(facts)))

/** Tables not recorded: secrets, and content that each start creates. */
const LEFT_OUT =
  /^(realtime\.|_server\.(secrets|signing_keys|base_files|migration_hashes)$|supabase_migrations\.)/

/** All rows of a database except in excluded tables, and its sequences. */
export async function tablesOf(
  client: ClientBase,
  leftOut: string[],
): Promise<Pick<ReleaseFacts, 'tables' | 'sequences'>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select nspname || '.' || relname as name, array_agg(quote_ident(attname) order by attnum) as columns
       from pg_class join pg_namespace as space on space.oid = relnamespace
       join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      where relkind in ('r', 'p') and not relispartition and nspname !~ '^pg_|^information_schema$' group by 1 order by 1`,
  )
  const tables: ReleaseFacts['tables'] = []
  for (const { name, columns } of rows.filter(
    ({ name }) => !LEFT_OUT.test(name) && !leftOut.includes(name),
  )) {
    const { rows: found } = await client.query<{ count: number; rows: string }>(
      `select count(*)::int as count, jsonb_agg(to_jsonb(t))::text as rows from (select ${columns} from ${name}) as t`,
    )
    const all = found[0]
    if (all && all.count > 0) tables.push({ name, columns, ...all })
  }
  const { rows: last } = await client.query<{ name: string; value: string }>(
    `select schemaname || '.' || sequencename as name, last_value as value from pg_sequences where last_value is not null`,
  )
  const sequences = Object.fromEntries(last.map(({ name, value }) => [name, Number(value)]))
  return { tables, sequences }
}

/** Restores the release's installation into an empty PostgreSQL and a data directory. */
export async function loadFacts(
  databaseUrl: string,
  dataDir: string,
  projectDir: string,
  facts: ReleaseFacts,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await inTransaction(client, async (run) => {
      for (const text of Object.values(facts.base)) await client.query(text)
      await prepareHistory(client)
      for (const migration of readMigrations(projectDir))
        if (facts.structure.includes(migration.version)) await run(migration)
      // Triggers are off: their effects are part of the recorded data.
      await client.query('set local session_replication_role = replica')
      for (const { name, columns, rows } of facts.tables) {
        await client.query(
          `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, $1) on conflict do nothing`,
          [rows],
        )
      }
      for (const [name, value] of Object.entries(facts.sequences))
        await client.query('select setval($1, $2)', [name, value])
      for (const [name, text] of Object.entries(facts.base))
        await client.query('insert into _server.base_files values ($1, $2)', [name, sha256(text)])
      const recorded = Object.entries(facts.recorded)
      await client.query(
        'insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])',
        [recorded.map(([version]) => version)],
      )
      await client.query(
        'insert into _server.migration_hashes select * from unnest($1::text[], $2::text[])',
        [recorded.map(([version]) => version), recorded.map(([, hash]) => hash)],
      )
    })
  } finally {
    await client.end()
  }
  for (const [version, bytes] of Object.entries(facts.files)) {
    const folder = join(dataDir, 'storage', 'blobs', version.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, version), Buffer.from(bytes, 'base64'))
  }
}

/** Blobs of a store's directory by version. */
export function filesOf(directory: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      files[entry.name] = readFileSync(join(entry.parentPath, entry.name)).toString('base64')
  return files
}
