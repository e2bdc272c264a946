import type { QueryResult } from 'pg'
import type { TaskContext } from '../tasks/task-context.ts'

const AT_ONCE = 5000
const FIRST = '00000000-0000-0000-0000-000000000000'

type Looked = { last: string | null; gone: number }

/**
 * Deletes expired notifications, mails and pushes (supabase: `notifications/notification_retention.sql`) in batches, so that no
 * transaction holds locks for long and new notifications are not delayed.
 */
export async function trimNotifications({ pool, log, now }: TaskContext, atOnce = AT_ONCE): Promise<void> {
  const moment = new Date(now())
  const total = { deliveries: 0, notifications: 0 }
  for (let gone = atOnce; gone === atOnce; total.deliveries += gone) {
    const { rows } = await pool.query<{ gone: number }>('select private.trim_deliveries($1, $2) as gone', [
      moment,
      atOnce,
    ])
    gone = rows[0]?.gone ?? 0
  }
  let after: string | null = FIRST
  while (after !== null) {
    const { rows }: QueryResult<Looked> = await pool.query(
      'select last, gone from private.trim_notifications($1, $2, $3)',
      [moment, after, atOnce],
    )
    after = rows[0]?.last ?? null
    total.notifications += rows[0]?.gone ?? 0
  }
  log.info(total, 'old notifications deleted')
}
