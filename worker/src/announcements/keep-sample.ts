// Keeps the example calendar: the weeks around now, and at first two years of past, told as it would have become known.
import type { TaskContext } from '../tasks/task-context.ts'
import { type SampledIndicator, sampleWeek } from './sample.ts'
import { expectOfSample } from './sample-expectations.ts'

const WEEK_MS = 7 * 86_400_000
const BACK = 104
const AHEAD = 4

export async function keepSample(context: TaskContext): Promise<void> {
  const { pool, log, now } = context
  const { rows: indicators } = await pool.query<SampledIndicator>(
    // What staff enter by hand is not filled up with invention either.
    `select slug, cadence, to_char(usual_time, 'HH24:MI') as usual_time, zone, decimals from public.indicators
      where listed and not exists (select from private.announcement_claims where source = 'staff' and claim ->> 'indicator' = slug) order by slug`,
  )
  if (indicators.length === 0) return
  const take = (claims: unknown[], moment: number) =>
    pool.query('select private.take_claims($1, $2, null, null, $3)', [
      'sample',
      JSON.stringify(claims),
      new Date(moment).toISOString(),
    ])
  const { rows } = await pool.query<{ begun: boolean; real: boolean }>(
    `select exists (select from private.announcement_claims where source = 'sample') as begun,
       exists (select from private.announcement_claims where source not in ('sample', 'staff')) as real`,
  )
  // What an import has begun is not filled up with invention.
  if (rows[0]?.real) return withdrawSample(pool, now())
  if (!rows[0]?.begun) {
    for (let week = BACK; week > 1; week -= 1) {
      const at = now() - week * WEEK_MS
      await take(sampleWeek(indicators, at, at - 2 * WEEK_MS), at - 2 * WEEK_MS)
      await take(sampleWeek(indicators, at, now()), at + WEEK_MS)
    }
    log.info({ indicators: indicators.length, weeks: BACK }, 'example calendar made')
  }
  const near = Array.from({ length: AHEAD + 2 }, (_, index) =>
    sampleWeek(indicators, now() + (index - 1) * WEEK_MS, now()),
  ).flat()
  await take(near, now())
  await expectOfSample(context)
  await pool.query('select private.report_calendar_source($1, $2, $3, $4, $5)', [
    'sample',
    'ok',
    null,
    near.length,
    new Date(now()).toISOString(),
  ])
}

/** Takes back what is to come of the example. */
export async function withdrawSample(pool: TaskContext['pool'], moment: number): Promise<void> {
  const at = (weeks: number) => new Date(moment + weeks * WEEK_MS).toISOString()
  await pool.query("select private.take_claims('sample', '[]', $1, $2, $1)", [at(0), at(10)])
}
