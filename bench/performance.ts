import { createClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { withServer } from './bench-server.ts'
import { sized } from './short.ts'
import { median, quantile, ratio, rounded, table } from './statistics.ts'

/** Statistics over ten thousand closed signals, compared with the minimum cost of a sequential scan of their rows. */
const RESULTS = sized(10_000, 100)
const ROUNDS = sized(25, 1)
const AIM_MS = 50

const QUESTIONS = {
  figures: `select public.performance_figures() as answer`,
  curve: `select jsonb_agg(to_jsonb(point)) as answer from (select ended_at, realised_r::text from public.performance_rows() order by ended_at, signal_id limit 1000) as point`,
  filtered: `select public.performance_figures('{"symbol": "EURUSD", "direction": "buy"}') as answer`,
  breakdowns: `select count(*) as answer from public.performance_breakdowns()`,
  home: `select public.signal_performance(90) as answer`,
  aggregate: `select count(*), count(*) filter (where realised_r > 0), avg(realised_r), stddev_samp(realised_r), sum(realised_r) as answer from public.signal_results where state = 'closed'`,
} as const
type Question = keyof typeof QUESTIONS

export const measure = (): Promise<string> =>
  withServer(async ({ credentials: { url, anonKey }, database }) => {
    await fill(database)
    await database.query('set role anon')
    const visitor = createClient(url, anonKey, { auth: { persistSession: false } })
    return await report(database, async () => {
      const { error, data } = await visitor.rpc('performance_figures')
      if (error) throw error
      return data
    })
  })

/** Inserts results over three years directly, without their events. */
async function fill(database: pg.Client): Promise<void> {
  await database.query('set session_replication_role = replica')
  await database.query(
    `insert into public.signal_results
     select gen_random_uuid(), n, (array['EURUSD','GBPUSD','XAUUSD','BTCUSD','NAS100','USDJPY'])[1 + n % 6], (array['M15','H1','H4'])[1 + n % 3],
       (array['scalp','intraday','swing'])[1 + n % 3], case when n % 4 = 0 then 'freemium' else 'premium' end, case when n % 2 = 0 then 'buy' else 'sell' end,
       md5((n % 5)::text)::uuid, 'Bench', 'closed', 'stop', ended - interval '5 hours', ended - interval '4 hours', ended,
       extract(isodow from ended)::int, (array['asia','london','new_york','between'])[1 + n % 4], 14400, 1.1, 1.09, 1.12,
       round((case when hashint4(n::int) % 100 < 12 then 1 else -1 end * (0.2 + abs(hashint4(n::int * 7) % 20000) / 10000.0))::numeric, 4), false
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '157 minutes' as ended) as life`,
    [RESULTS],
  )
  await database.query('set session_replication_role = origin')
  await database.query('analyze public.signal_results')
}

async function report(database: pg.Client, overRest: () => Promise<{ resolved: number }>) {
  const times: Record<Question | 'rest', number[]> = {
    figures: [],
    curve: [],
    filtered: [],
    breakdowns: [],
    home: [],
    aggregate: [],
    rest: [],
  }
  for (let round = -3; round < ROUNDS; round++) {
    for (const name of Object.keys(QUESTIONS) as Question[]) {
      const startedAt = performance.now()
      const { rows } = await database.query(QUESTIONS[name])
      if (round >= 0) times[name].push(performance.now() - startedAt)
      // A wrong answer is not measured.
      if (name === 'figures' && rows[0].answer.resolved !== RESULTS) throw new Error('rows are missing')
    }
    const startedAt = performance.now()
    const { resolved } = await overRest()
    if (round >= 0) times.rest.push(performance.now() - startedAt)
    if (resolved !== RESULTS) throw new Error('the API answers something else')
  }
  const line = (name: Question | 'rest', title: string, aim: string) => [
    title,
    rounded(median(times[name]), 1),
    rounded(quantile(times[name], 0.95), 1),
    aim,
    name === 'aggregate' ? '' : ratio(times[name], times.aggregate),
  ]
  return `${table(
    [
      `${rounded(RESULTS)} closed signals, as a visitor`,
      'median ms',
      'p95 ms',
      'aim ms',
      'this ÷ plain aggregate (range)',
    ],
    [
      line('figures', '`performance_figures()`: every figure and the distribution', String(AIM_MS)),
      line('filtered', 'the same for one instrument and direction', String(AIM_MS)),
      line('curve', '`performance_rows()`: a page of a thousand, in order', String(AIM_MS)),
      line('breakdowns', '`performance_breakdowns()`: nine dimensions', String(AIM_MS)),
      line('home', '`signal_performance(90)`: the last ninety days, as the home page asks', String(AIM_MS)),
      line('rest', '`performance_figures` through `/rest/v1`, read as JSON', ''),
      line('aggregate', 'the limit: one sequential aggregate (count, wins, mean, deviation, sum)', ''),
    ],
  )}\n\n${ROUNDS} interleaved rounds in one connection; client and PostgreSQL share two cores.`
}
