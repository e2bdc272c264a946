import type { FileStore } from '../file-store.ts'
import type { TaskContext } from '../tasks/task-context.ts'

const BUCKET = 'forum'
const AT_ONCE = 500

/** Adds up the counters' rows, and deletes pictures that were brought for texts that were never written. */
export async function keepForum({ pool, log, now }: TaskContext, store: FileStore | null): Promise<void> {
  await pool.query('select private.sum_community_counts()')
  if (!store) return
  const { rows } = await pool.query<{ name: string }>('select private.unused_pictures($1, $2) as name', [
    new Date(now()).toISOString(),
    AT_ONCE,
  ])
  if (rows.length === 0) return
  await store.remove(
    BUCKET,
    rows.map(({ name }) => name),
  )
  log.info({ pictures: rows.length }, 'unused pictures deleted')
}
