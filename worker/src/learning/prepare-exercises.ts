// Makes the charts of lessons' exercises from signals that have closed. A lesson that finds too few keeps what there is; the next
// run looks again, since signals go on closing.
import type { Pool } from 'pg'
import { Decimal } from 'trading/decimal'
import { chartExercise, FEWEST_BARS, type Task } from 'trading/learning/chart-exercise'
import { continuousTail } from 'trading/learning/continuous'
import type { TaskContext } from '../tasks/task-context.ts'

type Wanted = { lesson: string; task: Task; wanted: number; used: string[] }
type Candidate = {
  signal: string
  symbol: string
  style: string
  digits: number
  published_at: Date
  ended_at: Date
  direction: 'buy' | 'sell'
  entry: string
  stop: string
  target: string
}
type StoredBar = [seconds: number, open: number, high: number, low: number, close: number]

/** Adds charts until each published exercise has as many as it asks for. */
export async function prepareExercises({ pool, log }: TaskContext): Promise<void> {
  const { rows: lessons } = await pool.query<Wanted>('select * from private.exercises_wanted()')
  for (const { lesson, task, wanted, used } of lessons) {
    const { rows: candidates } = await pool.query<Candidate>('select * from private.exercise_signals($1)', [
      lesson,
    ])
    let missing = wanted - used.length
    for (const candidate of candidates) {
      if (missing === 0) break
      for (const timeframe of candidate.style === 'swing' ? (['H1'] as const) : (['M15', 'H1'] as const)) {
        const exercise = await exerciseOf(pool, task, candidate, timeframe)
        if (!exercise) continue
        await pool.query('select private.keep_exercise($1, $2, $3, $4)', [
          lesson,
          candidate.signal,
          timeframe,
          exercise,
        ])
        missing--
        break
      }
    }
    if (missing > 0) log.info({ lesson, missing }, 'an exercise waits for signals that suit it')
  }
}

/** The exercise on bars of that length; null where they have a hole, or where the chart teaches nothing. */
async function exerciseOf(pool: Pool, task: Task, candidate: Candidate, timeframe: 'M15' | 'H1') {
  const width = timeframe === 'H1' ? 60 : 15
  const { rows } = await pool.query<{ before: StoredBar[]; after: StoredBar[] }>(
    `select private.exercise_bars($1, $2, '-infinity', published_at - width, 80) as before, private.exercise_bars($1, $2, published_at - width, $4) as after
       from (select $3::timestamptz as published_at, make_interval(mins => $5) as width) as cut`,
    [candidate.symbol, timeframe, candidate.published_at, candidate.ended_at, width],
  )
  const bars = [...(rows[0]?.before ?? []), ...(rows[0]?.after ?? [])].map(
    ([at, open, high, low, close]) => ({
      at: at * 1000,
      open,
      high,
      low,
      close,
    }),
  )
  const shown = continuousTail(bars)
  const before = shown.slice(0, shown.length - (rows[0]?.after.length ?? 0))
  if (before.length < FEWEST_BARS) return null
  const [entry, stop, target] = [candidate.entry, candidate.stop, candidate.target].map(
    (price) => new Decimal(price),
  ) as [Decimal, Decimal, Decimal]
  const { direction, digits } = candidate
  const exercise = chartExercise(task, { direction, entry, stop, target, digits }, before)
  return exercise && { ...exercise, bars: before.length }
}
