import { z } from 'zod'
import type { TaskContext } from '../tasks/task-context.ts'

const payloadShape = z.object({ course: z.uuid() })

/** Tells of a new course, or those who began it of what changed in it, some minutes after the last of its publications. */
export async function tellCourseNews({ pool }: Pick<TaskContext, 'pool'>, payload: unknown): Promise<void> {
  await pool.query('select private.tell_course_news($1)', [payloadShape.parse(payload).course])
}
