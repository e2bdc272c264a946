// Owns the hour of scheduled drafts. Whether one may be published is decided in the database, draft by draft, each in its
// own transaction: a draft that became a signal is gone with the same commit, so no run publishes it twice.
import type { Logger } from 'pino'
import { eachApart, throwFailures } from './each-apart.ts'
import type { TaskContext } from './task-context.ts'

type Context = Pick<TaskContext, 'pool'> & { log: Pick<Logger, 'info' | 'warn' | 'error'> }

/** Publishes every draft whose time has come; one that is refused keeps the reason for its author. */
export async function publishDrafts({ pool, log }: Context): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from private.due_drafts() as id')
  const failures = await eachApart(
    rows,
    async ({ id }) => {
      const { rows: answers } = await pool.query<{
        answer: { published?: { id: string }; refused?: string } | null
      }>('select private.publish_draft($1) as answer', [id])
      const answer = answers[0]?.answer
      if (answer?.published) log.info({ draft: id, signal: answer.published.id }, 'a draft was published')
      if (answer?.refused) log.warn({ draft: id, key: answer.refused }, 'a draft was refused')
    },
    ({ id }, error) => log.error({ draft: id, err: error }, 'a draft could not be published'),
  )
  throwFailures(failures, 'drafts could not be published')
}
