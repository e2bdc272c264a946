import type { TaskContext } from '../tasks/task-context.ts'

/** Records the ledger's last entry before midnight UTC, once a day however often it runs. */
export async function writeLedgerHead({ pool, log, now }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ day: string | null }>(
    'select private.write_ledger_head($1)::text as day',
    [new Date(now()).toISOString()],
  )
  const day = rows[0]?.day
  if (day) log.info({ day }, 'ledger head recorded')
}
