import type { TaskContext } from './task-context.ts'

/** What one call of the database renews at most; as many means that there are more. */
const BATCH = 200

/** The sandbox charges the cards of contracts whose period ended. */
export async function renewSandbox({ pool, log, now }: TaskContext): Promise<void> {
  for (let renewed = BATCH; renewed === BATCH; ) {
    const { rows } = await pool.query<{ renewed: number }>('select private.renew_sandbox($1) as renewed', [
      new Date(now()),
    ])
    renewed = rows[0]?.renewed ?? 0
    if (renewed > 0) log.debug({ renewed }, 'the sandbox charged contracts')
  }
}
