import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inTransaction, type SqlFile } from '../database/apply-files.ts'
import { installBase } from '../database/install.ts'
import { prepareHistory } from '../database/migrate.ts'
import { sharedDatabase } from './shared-database.ts'

export type FreshDatabase = {
  url: string
  client: pg.Client
  /** Applies files in order, each in its own transaction. */
  apply(files: SqlFile[]): Promise<void>
  drop(): Promise<void>
}

/** A new database on the run's PostgreSQL, prepared by `installBase`, without a project. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = await sharedDatabase()
  await server.template('template_bare', async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await inTransaction(client, async () => {
        await installBase(client)
        await prepareHistory(client)
      })
    } finally {
      await client.end()
    }
  })
  const name = `fresh_${randomBytes(6).toString('hex')}`
  const url = await server.clone('template_bare', name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    url,
    client,
    async apply(files) {
      for (const file of files) await inTransaction(client, (run) => run(file))
    },
    async drop() {
      await client.end()
      await server.drop(name)
    },
  }
}
