import type { FileStore } from '../file-store.ts'
import type { TaskContext } from '../tasks/task-context.ts'

const AT_ONCE = 200

/** Closes what was solved long enough ago, counts canned answers, and deletes files that were brought for messages that were never sent. */
export async function keepSupport({ pool, log, now }: TaskContext, store: FileStore | null): Promise<void> {
  const moment = new Date(now()).toISOString()
  const { rows } = await pool.query<{ closed: number }>('select private.keep_support($1) as closed', [moment])
  if (rows[0]?.closed) log.info({ tickets: rows[0].closed }, 'solved tickets closed')
  if (!store) return
  const unused = await pool.query<{ name: string }>('select private.unused_ticket_files($1, $2) as name', [
    moment,
    AT_ONCE,
  ])
  if (unused.rows.length > 0)
    await store.remove(
      'tickets',
      unused.rows.map(({ name }) => name),
    )
}
