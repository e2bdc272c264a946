import { eachApart, throwFailures } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { occurrencesOf, type Series } from './occurrences.ts'

const YEAR_MS = 366 * 86_400_000
type Row = Series & { item: string; listed: boolean }

/** Writes the occurrences of every event, twelve months ahead. A withdrawn event has no more. */
export async function expandEvents({ pool, log, now }: TaskContext): Promise<void> {
  const moment = now()
  const { rows } = await pool.query<Row>(
    `select item, listed, to_char(starts_at, 'YYYY-MM-DD"T"HH24:MI') as "startsAt", zone, minutes, rule, exceptions from private.known_events()`,
  )
  const failures = await eachApart(
    rows,
    async ({ item, listed, ...series }) => {
      const expanded = listed ? occurrencesOf(series, moment, moment + YEAR_MS) : []
      await pool.query('select private.keep_occurrences($1, $2, $3)', [
        item,
        JSON.stringify(expanded),
        new Date(moment).toISOString(),
      ])
    },
    ({ item }, error) => log.error({ event: item, err: error }, 'an event could not be expanded'),
  )
  throwFailures(failures, 'events could not be expanded')
}
