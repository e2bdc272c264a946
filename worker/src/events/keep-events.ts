import type { TaskContext } from '../tasks/task-context.ts'

/** Passes on seats that nobody took within two hours, and reminds members of events. */
export async function keepEvents({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ told: number }>('select private.keep_events($1) as told', [
    new Date(now()).toISOString(),
  ])
  if (rows[0]?.told) log.info({ members: rows[0].told }, 'members are told of events')
}
