// Brings what the sources of the calendar say. A source that does not answer, or answers something else, keeps what it said last; how each
// of them fares is a row that staff see. Without any source the calendar is an example (sample.ts).
import type { TaskContext } from '../tasks/task-context.ts'
import type { CalendarSettings } from './calendar-settings.ts'
import { calendarSources } from './calendar-sources.ts'
import { importFigures } from './import-figures.ts'
import { keepSample, withdrawSample } from './keep-sample.ts'
import { loadFeed } from './load-feed.ts'
import { beginFetch, failureOf, reportSource } from './source-health.ts'
import type { CalendarSource, Load } from './sources/source.ts'

type Taken = {
  added: number
  changed: number
  moved: number
  problems: { key: string; problem: string }[]
}

/** Fetches every source whose time has come. Never fails because of one. */
export async function importCalendar(
  context: TaskContext,
  settings: CalendarSettings,
  load: Load = loadFeed,
): Promise<void> {
  const sources = calendarSources(settings)
  for (const source of sources) await importSource(context, source, load)
  if (settings.fred) await importFigures(context, settings.fred, load)
  if (sources.length === 0 && !settings.fred) await keepSample(context)
  else await withdrawSample(context.pool, context.now())
}

async function importSource(context: TaskContext, source: CalendarSource, load: Load): Promise<void> {
  const { pool, log, now } = context
  const moment = new Date(now()).toISOString()
  const { name } = source
  // The turn is taken before the fetch: a worker that dies in it does not ask again at once.
  if (!(await beginFetch(context, name, source.everyMs))) return
  try {
    const { claims, problems, covers } = await source.read(load, now())
    const { rows } = await pool.query<{ taken: Taken }>(
      'select private.take_claims($1, $2, $3, $4, $5) as taken',
      [name, JSON.stringify(claims), covers?.from ?? null, covers?.until ?? null, moment],
    )
    const { added = 0, changed = 0, moved = 0, problems: refused = [] } = rows[0]?.taken ?? {}
    const doubts = problems.length + refused.length
    await reportSource(
      context,
      name,
      'ok',
      doubts > 0 ? `${doubts} entries could not be read` : null,
      claims.length,
    )
    log.info({ source: name, entries: claims.length, added, changed, moved, doubts }, 'calendar imported')
  } catch (error) {
    await reportSource(context, name, 'failing', failureOf(error), null)
    log.warn({ source: name, reason: failureOf(error) }, 'calendar could not be imported')
  }
}
