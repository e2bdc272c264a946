// Publishes scheduled drafts. The database decides about each draft in its own transaction; a published draft is deleted in the
// same commit, so no run publishes it twice.
import type { Logger } from 'pino'
import { eachApart, throwFailures } from './each-apart.ts'
import type { TaskContext } from './registry.ts'

type Context = Pick<TaskContext, 'pool'> & { log: Pick<Logger, 'info' | 'warn' | 'error'> }

/** Publishes every due draft; a refused one keeps the reason for its author. */
export async function publishDrafts({ pool, log }: Context): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from private.due_drafts() as id')
  const failures = await eachApart(
    rows,
    async ({ id }) => {
      const { rows: answers } = await pool.query<{
        answer: { published?: { id: string }; refused?: string } | null
      }>('select private.publish_draft($1) as answer', [id])
      const answer = answers[0]?.answer
      if (answer?.published) log.info({ draft: id, signal: answer.published.id }, 'draft published')
      if (answer?.refused) log.warn({ draft: id, key: answer.refused }, 'draft refused')
    },
    ({ id }, error) => log.error({ draft: id, err: error }, 'draft could not be published'),
  )
  throwFailures(failures, 'drafts could not be published')
}
