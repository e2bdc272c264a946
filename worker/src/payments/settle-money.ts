import type { TaskContext } from '../tasks/task-context.ts'

/** Maximum members per database call; this many means that there may be more. */
const BATCH = 500

/** Ends expired contracts and orders, and refunds payments that bought nothing. */
export async function settleMoney({ pool, log, now }: TaskContext): Promise<void> {
  for (let settled = BATCH; settled === BATCH; ) {
    const { rows } = await pool.query<{ settled: number }>('select private.settle_due($1) as settled', [
      new Date(now()),
    ])
    settled = rows[0]?.settled ?? 0
    if (settled > 0) log.debug({ settled }, "members' money settled")
  }
}
