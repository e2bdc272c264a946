import type { TaskContext } from '../tasks/task-context.ts'

/**
 * Erases accounts after the fourteen days, each in its own transaction: an account that cannot be erased (its owner became
 * staff) does not affect the others. Then deletes the farewell mails that were sent.
 */
export async function eraseAccounts({ pool, log, now }: TaskContext): Promise<void> {
  const moment = new Date(now())
  const { rows } = await pool.query<{ id: string }>('select private.due_deletions($1) as id', [moment])
  for (const { id } of rows) {
    try {
      const done = await pool.query<{ erased: boolean }>('select private.erase_account($1, $2) as erased', [
        id,
        moment,
      ])
      if (done.rows[0]?.erased) log.info({ deletion: id }, 'account erased')
    } catch (error) {
      log.error({ err: error, deletion: id }, 'account could not be erased')
    }
  }
  await pool.query('select private.trim_erased($1)', [moment])
}
