import pg from 'pg'
import type { Logger } from 'pino'

export type PoolOptions = { url: string; max: number; name: string; log: Logger }

/** A pool that survives broken connections, idle or in use, such as after a PostgreSQL restart. */
export function createPool({ url, max, name, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The error object contains the whole client, so only its message is logged.
  pool.on('error', ({ message }) => {
    // While the pool ends, PostgreSQL may close the connections first.
    if (!pool.ending) log.warn({ reason: message, pool: name }, 'idle database connection lost')
  })
  // A checked-out connection has no other error listener; its holder gets the error from the next statement.
  pool.on('connect', (client) => {
    client.on('error', ({ message }) =>
      log.debug({ reason: message, pool: name }, 'database connection lost'),
    )
  })
  return pool
}
