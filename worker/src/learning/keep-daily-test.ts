// Owns the days of the daily test: commits to tomorrow's seed and bank, opens today's test, reveals what has ended. Each step is done
// once, whenever this runs and by how many workers. After a stop it does what is still true: a test that was not committed to before
// its day says so, and a day that has passed gets no test.
import { type BankQuestion, bankFor, drawDay, luckOf, QUESTIONS_A_DAY } from 'trading/learning/draw'
import { inTransaction } from '../database.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { drawForecasts } from './draw-forecasts.ts'

export async function keepDailyTest(context: TaskContext): Promise<void> {
  const { pool, log, now } = context
  const moment = new Date(now()).toISOString()
  const { rows: revealed } = await pool.query<{ days: number }>(
    'select private.reveal_daily_tests($1) as days',
    [moment],
  )
  if (revealed[0]?.days) log.info({ days: revealed[0].days }, 'daily tests are revealed')
  const { rows } = await pool.query<{ day: string; committed: boolean; open: boolean; drawn: boolean }>(
    `select asked.day::text, tests.day is not null as committed, tests.opened_at is not null as open, charts_at is not null as drawn
       from unnest(array[private.paris_day($1), private.paris_day($1) + 1]) as asked (day)
       left join public.daily_tests as tests using (day) left join private.daily_seeds using (day)
      order by day`,
    [moment],
  )
  const [today, tomorrow] = rows as [(typeof rows)[0], (typeof rows)[0]]
  if (!today.committed && !(await commitDay(context, today.day, moment))) return
  // Tomorrow's bank leaves out what is asked today.
  if (!today.open) await openDay(context, today.day, moment)
  if (!tomorrow.committed) await commitDay(context, tomorrow.day, moment)
  if (!today.drawn) await drawForecasts(context, today.day)
}

/** False if there are not enough questions for a test. */
async function commitDay({ pool, log }: TaskContext, day: string, moment: string): Promise<boolean> {
  const { rows } = await pool.query<BankQuestion & { days_since: number | null }>(
    'select * from private.question_bank($1)',
    [day],
  )
  if (rows.length < QUESTIONS_A_DAY) return false
  const since = new Map(rows.map(({ question, days_since }) => [question, days_since]))
  const bank = bankFor(rows, (question) => since.get(question) ?? null).map(
    ({ days_since: _, ...one }) => one,
  )
  const { rows: done } = await pool.query<{ committed: boolean }>(
    'select private.commit_daily_test($1, $2, $3) as committed',
    [day, JSON.stringify(bank), moment],
  )
  if (done[0]?.committed) log.info({ day, questions: bank.length }, 'a daily test is committed to')
  return true
}

async function openDay({ pool, log }: TaskContext, day: string, moment: string): Promise<void> {
  const opened = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ seed: string; bank: BankQuestion[]; beacon: string }>(
      'select * from private.draw_daily_test($1)',
      [day],
    )
    const [drawn] = rows
    if (!drawn) return false
    const questions = drawDay(drawn.bank, luckOf(drawn.seed, drawn.beacon)).map(({ question }) => question)
    await client.query('select private.open_daily_test($1, $2, $3)', [day, questions, moment])
    await client.query(`select private.keep_places(date_trunc('week', $1::timestamp)::date)`, [day])
    await client.query('select private.keep_forecast_standing()')
    return true
  })
  if (opened) log.info({ day }, 'a daily test is open')
}
