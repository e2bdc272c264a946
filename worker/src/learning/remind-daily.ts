import type { TaskContext } from '../tasks/task-context.ts'

/** Brings streaks to the present day and tells members of the daily test, each at most once a day, at a good hour of their own. */
export async function remindDaily({ pool, log, now }: TaskContext): Promise<void> {
  const moment = new Date(now()).toISOString()
  await pool.query('select private.pass_streaks($1)', [moment])
  const { rows } = await pool.query<{ told: number }>('select private.remind_daily($1) as told', [moment])
  if (rows[0]?.told) log.info({ members: rows[0].told }, 'members are told of the daily test')
}
