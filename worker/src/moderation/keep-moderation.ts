import type { TaskContext } from '../tasks/task-context.ts'

/** Sends the decisions that can no longer be undone: to the register, to their authors, and to who gave notice. Each in its own transaction. */
export async function sendDecisions({ pool, log, now }: TaskContext): Promise<void> {
  const moment = new Date(now()).toISOString()
  const { rows } = await pool.query<{ id: string }>('select private.due_decisions($1) as id', [moment])
  for (const { id } of rows) {
    await pool.query('select private.send_decision($1, $2)', [id, moment])
    log.info({ decision: id }, 'moderation decision sent')
  }
}

const AT_ONCE = 500

/** Computes the trust levels that are due, counts the recipients of the month, and removes what notices keep no longer. */
export async function keepModeration({ pool, log, now }: TaskContext): Promise<void> {
  const moment = new Date(now()).toISOString()
  let members = 0
  for (;;) {
    const { rows } = await pool.query<{ done: number }>('select private.reckon_trust($1, $2) as done', [
      moment,
      AT_ONCE,
    ])
    const done = rows[0]?.done ?? 0
    members += done
    if (done < AT_ONCE) break
  }
  await pool.query('select private.count_recipients($1)', [moment])
  await pool.query('select private.trim_notices($1)', [moment])
  if (members > 0) log.debug({ members }, 'trust levels computed')
}
