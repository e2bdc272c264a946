// Brings figures with their vintages from FRED, series by series, on the terms of each: its licence tag is read and kept first.
import type { TaskContext } from '../tasks/task-context.ts'
import type { CalendarSettings } from './calendar-settings.ts'
import { beginFetch, failureOf, reportSource } from './source-health.ts'
import { type Cadence, claimsOfObservations, licenceOf, mayShow, type Series } from './sources/fred.ts'
import { HOUR_MS, type Load, textOf } from './sources/source.ts'

/** Two years of periods: longer ones are another release of their own. */
const BACK_MS = 750 * 86_400_000

/** At most once an hour. A series that fails keeps no other back. */
export async function importFigures(
  context: TaskContext,
  { key, url }: NonNullable<CalendarSettings['fred']>,
  load: Load,
): Promise<void> {
  const { pool, log, now } = context
  if (!(await beginFetch(context, 'fred', HOUR_MS))) return
  const { rows } = await pool.query<Series>(
    `select code.indicator, code.code, known.cadence, known.decimals from public.indicator_codes as code
     join public.indicators as known on known.slug = code.indicator where code.source = 'fred' and known.listed and known.cadence in ('weekly', 'monthly', 'quarterly') order by code.code`,
  )
  const moment = new Date(now()).toISOString()
  const failures: string[] = []
  let entries = 0
  for (const { indicator, code, cadence, decimals } of rows) {
    try {
      const [id = '', units = 'lin'] = code.split(':')
      const ask = (path: string, more: Record<string, string>) =>
        load(
          `${url}/fred/${path}?${new URLSearchParams({ series_id: id, api_key: key, file_type: 'json', ...more })}`,
          `fred ${id}`,
        )
      const licence = licenceOf(textOf(await ask('series/tags', {})))
      const shown = mayShow(licence)
      await pool.query('select private.keep_indicator_licence($1, $2, $3, $4, $5, $6)', [
        'fred',
        id,
        indicator,
        licence,
        shown,
        moment,
      ])
      if (!shown) continue
      const start = new Date(now() - BACK_MS).toISOString().slice(0, 10)
      const answer = textOf(
        await ask('series/observations', {
          units,
          observation_start: start,
          realtime_start: start,
          realtime_end: '9999-12-31',
        }),
      )
      const claims = claimsOfObservations(answer, { indicator, code, cadence: cadence as Cadence, decimals })
      await pool.query('select private.take_claims($1, $2, null, null, $3)', [
        'fred',
        JSON.stringify(claims),
        moment,
      ])
      entries += claims.length
    } catch (error) {
      failures.push(`${code}: ${failureOf(error)}`)
    }
  }
  await reportSource(
    context,
    'fred',
    failures.length > 0 ? 'failing' : 'ok',
    failures.join('; ') || null,
    entries,
  )
  if (failures.length > 0) log.warn({ failures }, 'figures could not be imported')
}
