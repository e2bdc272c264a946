import type { TaskContext } from '../tasks/task-context.ts'

/** Makes the database mail new notices to the admins; it bundles those that follow quickly. */
export async function mailAdminNotices({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ told: number }>('select private.mail_admin_notices($1) as told', [
    new Date(now()),
  ])
  if (rows[0]?.told) log.debug({ notices: rows[0].told }, 'admin notices mailed')
}
