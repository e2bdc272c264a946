import type { Pool } from 'pg'
import type { Logger } from 'pino'

/** What every task is given beside its own parts. */
export type TaskContext = {
  pool: Pool
  log: Logger
  /** The clock, injected. */
  now: () => number
}
