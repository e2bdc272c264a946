import type { TaskContext } from './task-context.ts'

/** Writes down what the ledger ended with at the last midnight UTC, once a day however often it is run. */
export async function writeLedgerHead({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ day: string | null }>(
    'select private.write_ledger_head($1)::text as day',
    [new Date(now()).toISOString()],
  )
  const day = rows[0]?.day
  if (day) log.info({ day }, 'the head of the ledger is written down')
}
