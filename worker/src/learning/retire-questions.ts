import type { Logger } from 'pino'
import type { TaskContext } from '../tasks/task-context.ts'

type Context = Pick<TaskContext, 'pool'> & { log: Pick<Logger, 'warn'> }

/** Takes questions out of use whose answers say that they are bad; the rule is in question_statistics.sql. */
export async function retireQuestions({ pool, log }: Context): Promise<void> {
  const { rows } = await pool.query<{ slug: string }>('select private.retire_questions() as slug')
  for (const { slug } of rows) log.warn({ slug }, 'a question was taken out of use')
}
