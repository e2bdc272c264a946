// Releases the jobs of dead workers. The queue locks a job to its process for four hours, even if that process is killed. Every
// worker therefore holds an advisory lock while it lives, and the others release jobs whose worker has none. Jobs may then run
// twice, which tasks must tolerate anyway.
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { lockConnection, tryLock, unlock } from './advisory-lock.ts'
import { pause } from './keep-running.ts'
import { QUEUE_SCHEMA } from './queue.ts'

const CHECK_MS = 20_000
// A process may take its first job shortly before it holds its lock.
const YOUNG = '15 seconds'

/** Holds the lock for `own()` and releases jobs of dead processes until `signal` aborts. */
export async function guardJobs(
  databaseUrl: string,
  pool: Pool,
  own: () => string | null,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  const { client, lost } = await lockConnection(databaseUrl, 'worker alive')
  const either = AbortSignal.any([signal, lost])
  let shown: string | null = null
  try {
    while (!either.aborted) {
      const id = own()
      if (id !== null && id !== shown && (await tryLock(client, id))) shown = id
      const dead: string[] = []
      for (const holder of await holders(pool)) {
        if (holder === id || !(await tryLock(client, holder))) continue
        await unlock(client, holder)
        dead.push(holder)
      }
      if (dead.length > 0) {
        // A job that was added again while it ran is given no further attempt: the newer one does its work.
        await pool.query(
          `delete from ${QUEUE_SCHEMA}._private_jobs
            where locked_by = any($1) and key is null and attempts >= max_attempts and last_error is null`,
          [dead],
        )
        await pool.query(`select ${QUEUE_SCHEMA}.force_unlock_workers($1)`, [dead])
        log.warn({ workers: dead }, 'released the jobs of dead workers')
      }
      await pause(id === shown ? CHECK_MS : 250, either)
    }
    if (!signal.aborted) lost.throwIfAborted()
  } finally {
    await client.end()
  }
}

/** Workers that hold jobs; empty until the queue's schema exists. */
async function holders(pool: Pool): Promise<string[]> {
  const { rows: made } = await pool.query<{ made: boolean }>(
    `select to_regclass('${QUEUE_SCHEMA}._private_jobs') is not null as made`,
  )
  if (!made[0]?.made) return []
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from ${QUEUE_SCHEMA}._private_jobs
      where locked_by is not null and locked_at < now() - interval '${YOUNG}'`,
  )
  return rows.map((row) => row.locked_by)
}
