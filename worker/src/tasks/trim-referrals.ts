import type { TaskContext } from './task-context.ts'

/** Sums up the clicks that no sign-up can count any more, and forgets the mailboxes of who left a year ago. */
export async function trimReferrals({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ gone: number }>('select private.trim_referrals($1) as gone', [
    new Date(now()),
  ])
  log.info({ clicks: rows[0]?.gone }, 'old clicks of referral links are summed up')
}
