import { z } from 'zod'
import type { TaskContext } from '../tasks/task-context.ts'

/** Members per transaction. */
const BATCH = 500

const payloadShape = z.object({ post: z.uuid() })

/** Tells those who follow a post's thread or category; who was told is passed over, so a killed worker's successor continues. */
export async function tellFollowers({ pool }: Pick<TaskContext, 'pool'>, payload: unknown): Promise<void> {
  const { post } = payloadShape.parse(payload)
  let more = true
  while (more) {
    const { rows } = await pool.query<{ more: boolean }>('select private.tell_followers($1, $2) as more', [
      post,
      BATCH,
    ])
    more = rows[0]?.more ?? false
  }
}
