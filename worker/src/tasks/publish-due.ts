// Owns scheduled publication of signal drafts and content. The database decides whether each item may be published, in one
// transaction an item that also clears its scheduled time. No item is published twice.
import type { Logger } from 'pino'
import { eachApart, throwFailures } from './each-apart.ts'
import type { TaskContext } from './task-context.ts'

type Context = Pick<TaskContext, 'pool'> & { log: Pick<Logger, 'info' | 'warn' | 'error'> }
type Answer = { published?: unknown; refused?: string } | null

const STATEMENTS = {
  'draft of a signal': {
    due: 'select id from private.due_drafts() as id',
    publish: 'select private.publish_draft($1) as answer',
  },
  'item of content': {
    due: 'select id from private.due_content() as id',
    publish: 'select private.publish_scheduled($1) as answer',
  },
} as const

/** Publishes every due item of a kind. A refused item stores the reason for its author. */
export async function publishDue(kind: keyof typeof STATEMENTS, { pool, log }: Context): Promise<void> {
  const { due, publish } = STATEMENTS[kind]
  const { rows } = await pool.query<{ id: string }>(due)
  const failures = await eachApart(
    rows,
    async ({ id }) => {
      const { rows: answers } = await pool.query<{ answer: Answer }>(publish, [id])
      const answer = answers[0]?.answer
      if (answer?.published)
        log.info({ kind, id, published: answer.published }, 'published what was scheduled')
      if (answer?.refused) log.warn({ kind, id, key: answer.refused }, 'refused what was scheduled')
    },
    ({ id }, error) => log.error({ kind, id, err: error }, 'could not publish what was scheduled'),
  )
  throwFailures(failures, `could not be published (${kind})`)
}
