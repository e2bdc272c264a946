import type { TaskContext } from './task-context.ts'

/** Members that one call of the database settles at most; as many means that there are more. */
const BATCH = 500

/** Ends contracts and orders whose time is over, and gives back what bought nothing. */
export async function settleMoney({ pool, log, now }: TaskContext): Promise<void> {
  for (let settled = BATCH; settled === BATCH; ) {
    const { rows } = await pool.query<{ settled: number }>('select private.settle_due($1) as settled', [
      new Date(now()),
    ])
    settled = rows[0]?.settled ?? 0
    if (settled > 0) log.debug({ settled }, 'the money of members was settled')
  }
}
