import pg from 'pg'
import type { Logger } from 'pino'

/** What can run a statement: a pool, or the client of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** A pool whose idle connections may break (a restart of PostgreSQL) without taking the process down. */
export function createPool(url: string, max: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'worker',
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // The error carries the whole client with it: only what it says is told.
  const lost = ({ message }: Error) => log.warn({ reason: message }, 'a database connection was lost')
  pool.on('error', lost)
  // A connection may also break while a task holds it; the statement that runs on it fails and says so.
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

/** Runs `work` in one transaction; rolled back when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away; the error that led here is the one that counts.
    await client.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken)
  }
}
