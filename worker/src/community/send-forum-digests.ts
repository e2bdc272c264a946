import type { TaskContext } from '../tasks/task-context.ts'

/** Members per transaction. */
const BATCH = 200

/** Queues the digests that are due; each is due at an hour of its member. */
export async function sendForumDigests({ pool, log, now }: TaskContext): Promise<void> {
  const moment = new Date(now()).toISOString()
  const due = async () =>
    (
      await pool.query<{ due: boolean }>(
        'select exists (select from public.forum_digests where next_at <= $1) as due',
        [moment],
      )
    ).rows[0]?.due
  while (await due()) {
    const { rows } = await pool.query<{ sent: number }>('select private.send_forum_digests($1, $2) as sent', [
      moment,
      BATCH,
    ])
    if (rows[0]?.sent) log.info({ mails: rows[0].sent }, 'digests of the forum are queued')
  }
}
