import type { TaskContext } from './task-context.ts'

/** Has the database mail the admins what they were not told yet; it bundles what comes at short intervals. */
export async function mailAdminNotices({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ told: number }>('select private.mail_admin_notices($1) as told', [
    new Date(now()),
  ])
  if (rows[0]?.told) log.debug({ notices: rows[0].told }, 'the admins were mailed')
}
