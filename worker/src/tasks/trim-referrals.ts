import type { TaskContext } from './task-context.ts'

/** Aggregates clicks that can no longer lead to a sign-up, and deletes the mailboxes of members who left a year ago. */
export async function trimReferrals({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ gone: number }>('select private.trim_referrals($1) as gone', [
    new Date(now()),
  ])
  log.info({ clicks: rows[0]?.gone }, 'old referral clicks aggregated')
}
