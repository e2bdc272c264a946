// Creates notifications with many recipients. Each batch is a transaction that records its progress, so a killed worker's
// successor continues there; the unique key of a notification prevents duplicates.
import { z } from 'zod'
import type { TaskContext } from '../tasks/task-context.ts'

/** Members per transaction. */
const BATCH = 500

const job = z.object({ fact: z.string().optional() })

/** Notifies all members affected by the job's fact, or by every waiting one. */
export async function fanOutNotifications({ pool, log }: TaskContext, payload: unknown = {}): Promise<void> {
  const { fact } = job.parse(payload)
  const { rows } = await pool.query<{ fact: string }>(
    `select fact from private.notification_facts
      where fanned_out_at is null and withdrawn_at is null and ($1::text is null or fact = $1) order by created_at`,
    [fact ?? null],
  )
  for (const waiting of rows) {
    let more = true
    while (more) {
      const { rows: told } = await pool.query<{ more: boolean }>('select private.fan_out($1, $2) as more', [
        waiting.fact,
        BATCH,
      ])
      more = told[0]?.more ?? false
    }
    log.debug({ fact: waiting.fact }, 'a fact was told to all')
  }
}
