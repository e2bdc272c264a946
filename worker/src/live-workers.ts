// Owns the jobs of the dead. The queue locks a job to the process that runs it for four hours; a killed process would
// hold its jobs that long. So every process shows that it lives by an advisory lock, and the others free what is held
// by one that does not. Jobs may then run twice, which tasks must stand anyway.
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { lockConnection, tryLock, unlock } from './advisory-lock.ts'
import { pause } from './keep-running.ts'
import { QUEUE_SCHEMA } from './queue.ts'

const CHECK_MS = 20_000
// A process takes its first job a moment before it can show that it lives.
const YOUNG = '15 seconds'

/** Shows that `own()` lives and frees the jobs of dead processes, until `signal` aborts. */
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
        await pool.query(`select ${QUEUE_SCHEMA}.force_unlock_workers($1)`, [dead])
        log.warn({ workers: dead }, 'freed the jobs of workers that are gone')
      }
      await pause(id === shown ? CHECK_MS : 250, either)
    }
    if (!signal.aborted) lost.throwIfAborted()
  } finally {
    await client.end()
  }
}

/** Who holds jobs; nobody while the queue's schema is still to be made. */
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
