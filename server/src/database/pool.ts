import pg from 'pg'
import type { Logger } from 'pino'

export type PoolOptions = { url: string; max: number; name: string; log: Logger }

/** A pool whose connections may break, idle or held (a restart of PostgreSQL), without taking the process down. */
export function createPool({ url, max, name, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The error carries the whole client with it: only what it says is told.
  pool.on('error', ({ message }) => {
    // A pool that ends closes its connections one after the other; PostgreSQL may be faster.
    if (!pool.ending) log.warn({ reason: message, pool: name }, 'an idle database connection was lost')
  })
  // Nobody else listens while one is held: whoever holds it hears of it from their next statement.
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.debug({ reason: message, pool: name }, 'a connection was lost'))
  })
  return pool
}
