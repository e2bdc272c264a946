import type { TaskContext } from '../tasks/task-context.ts'

/** Reminds members of announcements and of windows, measures what prices did after releases, and grades what analysts had expected. */
export async function keepCalendar({ pool, log, now }: TaskContext): Promise<void> {
  const moment = new Date(now()).toISOString()
  const { rows } = await pool.query<{ reminded: number; warned: number; measured: number; graded: number }>(
    `select private.remind_of_announcements($1) as reminded, private.tell_blackouts($1) as warned, private.measure_reactions($1) as measured, private.grade_expectations() as graded`,
    [moment],
  )
  const { reminded = 0, warned = 0, measured = 0, graded = 0 } = rows[0] ?? {}
  if (reminded + warned + measured + graded > 0)
    log.info({ reminded, warned, measured, graded }, 'calendar kept')
}
