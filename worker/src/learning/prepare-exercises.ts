// Makes the charts of lessons' exercises from signals that have closed. A lesson that finds too few keeps what there is; the next
// run looks again, since signals go on closing.
import { Decimal } from 'trading/decimal'
import { chartExercise, FEWEST_BARS, type Task } from 'trading/learning/chart-exercise'
import type { TaskContext } from '../tasks/task-context.ts'

type Wanted = { lesson: string; task: Task; wanted: number; used: string[] }
type Candidate = {
  signal: string
  symbol: string
  style: string
  digits: number
  published_at: Date
  direction: 'buy' | 'sell'
  entry: string
  stop: string
  target: string
}
type Bar = [seconds: number, open: number, high: number, low: number, close: number]

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
      const timeframe = candidate.style === 'swing' ? 'H1' : 'M15'
      const width = timeframe === 'H1' ? 60 : 15
      const { rows } = await pool.query<{ bars: Bar[] }>(
        `select private.exercise_bars($1, $2, '-infinity', $3::timestamptz - make_interval(mins => $4), 80) as bars`,
        [candidate.symbol, timeframe, candidate.published_at, width],
      )
      const bars = rows[0]?.bars ?? []
      if (bars.length < FEWEST_BARS) continue
      const exercise = chartExercise(
        task,
        {
          direction: candidate.direction,
          entry: new Decimal(candidate.entry),
          stop: new Decimal(candidate.stop),
          target: new Decimal(candidate.target),
          digits: candidate.digits,
        },
        bars.map(([, open, high, low, close]) => ({ open, high, low, close })),
      )
      if (!exercise) continue
      await pool.query('select private.keep_exercise($1, $2, $3, $4)', [
        lesson,
        candidate.signal,
        timeframe,
        exercise,
      ])
      missing--
    }
    if (missing > 0) log.info({ lesson, missing }, 'an exercise waits for signals that suit it')
  }
}
