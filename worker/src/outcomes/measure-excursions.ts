// Measures the excursions of closed signals, once for each, as soon as all minutes of its life are known. Results are permanent.
import type { Pool, PoolClient } from 'pg'
import { excursion } from 'trading/excursion'
import type { Session } from 'trading/market/sessions'
import { CANDLE_MS, type RecordedEvent } from 'trading/trade'
import { inTransaction } from '../database.ts'
import { eachApart } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { lockMinutes, readWhole, type Wait } from './known-minutes.ts'
import { readHistory, readTerms } from './stored-signal.ts'

/** Maximum signals per run. */
const MOST_SIGNALS = 500

/** `unmeasured` are the symbols of failed measurements. */
export type Measured = { waits: Wait[]; unmeasured: string[]; failures: unknown[] }

/** Measures every closed signal without a measurement; returns the minutes still awaited, and the failures. */
export async function measureExcursions(
  { pool, now, log }: TaskContext,
  sessions: ReadonlyMap<string, Session>,
): Promise<Measured> {
  const { rows } = await pool.query<{ id: string; symbol: string; ended_ms: string }>(
    `select signal_id as id, symbol, (extract(epoch from ended_at) * 1000)::bigint::text as ended_ms
       from public.signal_results left join public.signal_excursions using (signal_id)
      where state = 'closed' and signal_excursions.signal_id is null
      order by ended_at desc limit ${MOST_SIGNALS}`,
  )
  const waits: Wait[] = []
  const unmeasured: string[] = []
  let measured = 0
  const failures = await eachApart(
    rows,
    async ({ id, symbol, ended_ms }) => {
      const session = sessions.get(symbol)!
      const wait = await measure(pool, { id, symbol, session, endedAt: Number(ended_ms), now: now() })
      if (wait === 'measured') measured += 1
      else if (wait) waits.push(wait)
    },
    ({ id, symbol }, error) => {
      log.error({ signal: id, err: error }, 'signal excursion could not be measured')
      unmeasured.push(symbol)
    },
  )
  if (measured > 0) log.info({ signals: measured }, 'signal excursions measured')
  return { waits, unmeasured, failures }
}

type Ended = { id: string; symbol: string; session: Session; endedAt: number; now: number }

function measure(
  pool: Pool,
  { id, symbol, session, endedAt, now }: Ended,
): Promise<Wait | 'measured' | null> {
  return inTransaction(pool, async (client) => {
    await lockMinutes(client, symbol)
    const terms = await readTerms(client, id, 'ended')
    const history = terms ? await readHistory(client, id) : []
    const from = enteredIn(history)
    if (!terms || from === null) return null
    const ended = endedAt - (endedAt % CANDLE_MS)
    const known = await readWhole(client, { symbol, session, from, until: ended, now })
    if (!('candles' in known)) return known.wait
    return await write(client, id, excursion(terms, history, known.candles))
  })
}

async function write(client: PoolClient, id: string, told: ReturnType<typeof excursion>) {
  if (!told) return null
  // Another worker may have been first; both measured the same rows.
  await client.query(
    `insert into public.signal_excursions (signal_id, best_r, worst_r, minutes) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [id, told.best, told.worst, told.candles],
  )
  return 'measured' as const
}

/** Opening time of the entry's minute, in milliseconds since 1970, UTC; null without an entry. */
function enteredIn(history: readonly RecordedEvent[]): number | null {
  const entry = history.find(({ kind }) => kind === 'entered')
  if (!entry) return null
  return entry.data.candle ? Date.parse(entry.data.candle.opened_at) : entry.at - (entry.at % CANDLE_MS)
}
