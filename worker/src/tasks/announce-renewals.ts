import type { TaskContext } from './task-context.ts'

/** Announces what is about to renew, to expire or to end: each once for its period (private.announce_renewals). */
export async function announceRenewals({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ notices: number }>('select private.announce_renewals($1) as notices', [
    new Date(now()),
  ])
  const notices = rows[0]?.notices ?? 0
  if (notices > 0) log.info({ notices }, 'members are told of what is about to renew or to end')
}
