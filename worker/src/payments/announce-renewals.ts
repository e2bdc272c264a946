import type { TaskContext } from '../tasks/task-context.ts'

/** Announces upcoming renewals, expiries and endings, each once per period (private.announce_renewals). */
export async function announceRenewals({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ notices: number }>('select private.announce_renewals($1) as notices', [
    new Date(now()),
  ])
  const notices = rows[0]?.notices ?? 0
  if (notices > 0) log.info({ notices }, 'announced upcoming renewals and endings')
}
