// How the sources of the calendar fare: the row that staff see, and the turn that keeps a source from being asked too often.
import { FeedError } from 'trading/announcements/claim'
import type { TaskContext } from '../tasks/task-context.ts'
import { LoadError } from './load-feed.ts'

/** Whether the source may be fetched now; takes its turn. */
export async function beginFetch(
  { pool, now }: TaskContext,
  source: string,
  everyMs: number,
): Promise<boolean> {
  const { rows } = await pool.query<{ begun: boolean }>(
    'select private.begin_calendar_fetch($1, $2, $3) as begun',
    [source, new Date(now() + everyMs).toISOString(), new Date(now()).toISOString()],
  )
  return rows[0]?.begun === true
}

export async function reportSource(
  { pool, now }: TaskContext,
  source: string,
  state: 'ok' | 'failing',
  error: string | null,
  entries: number | null,
): Promise<void> {
  await pool.query('select private.report_calendar_source($1, $2, $3, $4, $5)', [
    source,
    state,
    error,
    entries,
    new Date(now()).toISOString(),
  ])
}

/** Never an address: it may hold a key. */
export function failureOf(error: unknown): string {
  if (error instanceof FeedError || error instanceof LoadError) return error.message
  const { code, message } = error as { code?: string; message?: string }
  return code === '22023' ? String(message) : 'unexpected'
}
