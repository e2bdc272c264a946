import type { TaskContext } from '../tasks/task-context.ts'

/** Maximum renewals per database call; this many means that there may be more. */
const BATCH = 200

/** Charges the cards of sandbox contracts whose period has ended. */
export async function renewSandbox({ pool, log, now }: TaskContext): Promise<void> {
  for (let renewed = BATCH; renewed === BATCH; ) {
    const { rows } = await pool.query<{ renewed: number }>('select private.renew_sandbox($1) as renewed', [
      new Date(now()),
    ])
    renewed = rows[0]?.renewed ?? 0
    if (renewed > 0) log.debug({ renewed }, 'sandbox contracts charged')
  }
}
