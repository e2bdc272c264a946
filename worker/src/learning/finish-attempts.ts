import type { TaskContext } from '../tasks/task-context.ts'

/** Maximum attempts per database call; this many means that there may be more. */
const BATCH = 1000

/** Finishes the attempts whose time is over, so that a test that nobody came back to has its score. */
export async function finishAttempts({ pool, log }: TaskContext): Promise<void> {
  for (let finished = BATCH; finished === BATCH; ) {
    const { rows } = await pool.query<{ finished: number }>(
      'select private.finish_overdue_attempts() as finished',
    )
    finished = rows[0]?.finished ?? 0
    if (finished > 0) log.debug({ finished }, 'attempts finished at their deadline')
  }
}
