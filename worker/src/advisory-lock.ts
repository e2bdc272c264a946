import pg from 'pg'
import type { Queryable } from './database.ts'

/** First key of the worker's advisory locks: "vigi" in ASCII. */
const SPACE = 0x76696769

/**
 * A dedicated connection for advisory locks, which end with it, so that a killed worker leaves none behind. `lost` aborts when
 * the connection breaks, since its locks are then released.
 */
export async function lockConnection(databaseUrl: string, name: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('lock connection closed')))
  await client.connect()
  return { client, lost: lost.signal }
}

/** Takes the named lock if no other connection holds it. */
export async function tryLock(client: Queryable, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as taken',
    [SPACE, name],
  )
  return rows[0]?.taken === true
}

export async function unlock(client: Queryable, name: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [SPACE, name])
}
