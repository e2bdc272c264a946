import { rmSync } from 'node:fs'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbedded } from '../database/embedded.ts'
import { scratchDirectory } from './scratch-directory.ts'

/**
 * One PostgreSQL for a whole test run, without durability. The runner starts it and passes its URL in
 * `TEST_DATABASE_URL`; a test file run alone starts its own.
 */
export async function startTestDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = scratchDirectory('test-database-')
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // The WAL is in memory: limit it to about a busy minute's.
    max_wal_size: '512MB',
    max_connections: '300',
  }
  const database = await startEmbedded({ dataDir: directory, log: pino({ level: 'silent' }), settings })
  return {
    url: database.url,
    async stop() {
      await database.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type SharedDatabase = {
  /** Creates the template database once per run. */
  template(name: string, fill: (url: string) => Promise<void>): Promise<void>
  clone(template: string, name: string): Promise<string>
  drop(name: string): Promise<void>
  /** Serialises cluster-wide changes (roles). */
  serialised<T>(work: () => Promise<T>): Promise<T>
}

let alone: Promise<{ url: string; stop(): Promise<void> }> | undefined

/** The run's PostgreSQL, or one for this process. */
export async function sharedDatabase(): Promise<SharedDatabase> {
  let url = process.env.TEST_DATABASE_URL
  if (!url) {
    alone ??= startTestDatabase()
    url = (await alone).url
  }
  const of = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    template: (name, fill) =>
      locked(url, async (client) => {
        const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
        if (rowCount) return
        const making = `${name}_making`
        await client.query(`drop database if exists ${making} with (force)`)
        await client.query(`create database ${making}`)
        await fill(of(making))
        await client.query(`alter database ${making} rename to ${name}`)
      }),
    clone: async (template, name) => {
      await locked(url, (client) =>
        client.query(`create database ${name} template ${template} strategy file_copy`),
      )
      return of(name)
    },
    drop: (name) =>
      locked(url, (client) => client.query(`drop database if exists ${name} with (force)`)).then(() => {}),
    serialised: (work) => locked(url, work),
  }
}

async function locked<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    return await work(client)
  } finally {
    await client.end()
  }
}
