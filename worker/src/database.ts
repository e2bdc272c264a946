import pg from 'pg'
import type { Logger } from 'pino'

/** Runs statements: a pool, or a transaction's client. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** A pool that survives broken idle connections, such as after a PostgreSQL restart. */
export function createPool(url: string, max: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'worker',
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // The error object contains the whole client, so only its message is logged.
  const lost = ({ message }: Error) => log.warn({ reason: message }, 'database connection lost')
  pool.on('error', lost)
  // A connection may also break while in use; its statement then rejects.
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

/** Runs `work` in a transaction, rolled back when it throws. */
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
    // A connection that cannot roll back is discarded; the original error is reported.
    await client.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken)
  }
}
