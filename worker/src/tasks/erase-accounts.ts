import type { TaskContext } from './task-context.ts'

/**
 * Erases the accounts whose fourteen days are over, each in its own transaction: one that cannot be erased (its owner became
 * staff) does not hold up the others. Then forgets last mails that were sent.
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
      if (done.rows[0]?.erased) log.info({ deletion: id }, 'an account is erased')
    } catch (error) {
      log.error({ err: error, deletion: id }, 'an account could not be erased')
    }
  }
  await pool.query('select private.trim_erased($1)', [moment])
}
