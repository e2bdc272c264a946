import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import pg, { type ClientBase } from 'pg'
import { inTransaction } from '../database/apply-files.ts'
import { sha256 } from '../database/install.ts'
import { prepareHistory } from '../database/migrate.ts'
import { readMigrations } from '../database/migrations.ts'

/**
 * What an installation of a release held: kept once when it is released, and from then on loaded, upgraded and looked at by
 * every later version. The structure is not in it but in the migrations that had landed; the server's own base files are.
 */
export type ReleaseFacts = {
  release: string
  /** The base files as they were, by name. */
  base: Record<string, string>
  /** Migrations whose files give the structure, and what the database said it had applied, with hashes. */
  structure: string[]
  recorded: Record<string, string>
  /** Rows as PostgreSQL writes them: a number's last zeros are part of what was sealed. */
  tables: { name: string; columns: string[]; count: number; rows: string }[]
  sequences: Record<string, number>
  /** Bytes of files by version, in base64. */
  files: Record<string, string>
  accounts: { email: string; password: string }[]
}

export const readFacts = (file: string): ReleaseFacts =>
  JSON.parse(brotliDecompressSync(readFileSync(file)).toString())
export const writeFacts = (file: string, facts: ReleaseFacts): void =>
  writeFileSync(file, brotliCompressSync(JSON.stringify(facts)))

/** What is kept of no installation: what a start makes anew, and secrets. */
const LEFT_OUT =
  /^(realtime\.|_server\.(secrets|signing_keys|base_files|migration_hashes)$|supabase_migrations\.)/

/** Every row of a database but those of tables left out, with its sequences. */
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

/** Makes an empty PostgreSQL, and a data directory, what an installation of that release was. */
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
      // Nothing follows from what is loaded: it had its effects then.
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

/** Bytes of a store's directory by version. */
export function filesOf(directory: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      files[entry.name] = readFileSync(join(entry.parentPath, entry.name)).toString('base64')
  return files
}
