// Owns the resolution of statements whose deadline has passed, once every minute up to the deadline is known, and the update of
// the table of scores. The task that settles signals calls it: both read the same minutes and record the same waits.
import type { Pool } from 'pg'
import type { Session } from 'trading/market/sessions'
import { resolve } from 'trading/statements/resolve'
import type { StatementTerms } from 'trading/statements/statement'
import { type Candle, endOf } from 'trading/trade'
import { inTransaction, type Queryable } from '../database.ts'
import { eachApart } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { lockMinutes, readWhole, type Wait } from './known-minutes.ts'
import { scoreStatements } from './score-statements.ts'

/** Maximum per run. The next run continues. */
const MOST_STATEMENTS = 500

/** `undecided` holds the symbols of statements whose resolution failed. */
export type Stated = { waits: Wait[]; undecided: string[]; failures: unknown[] }

type Due = { id: string; symbol: string; terms: StatementTerms; madeAt: number; deadline: number }

/** Resolves every due statement, then updates the scores. Returns the minutes still missing, and the failures. */
export async function settleStatements(
  { pool, log, now }: TaskContext,
  sessions: ReadonlyMap<string, Session>,
): Promise<Stated> {
  const stated: Stated = { waits: [], undecided: [], failures: [] }
  let resolved = 0
  stated.failures = await eachApart(
    await readDue(pool, now()),
    async (due) => {
      const wait = await settleStatement(pool, due, sessions.get(due.symbol)!, now())
      if (wait === 'resolved') resolved += 1
      else if (wait) stated.waits.push(wait)
    },
    ({ id, symbol }, error) => {
      log.error({ statement: id, err: error }, 'a statement could not be resolved')
      stated.undecided.push(symbol)
    },
  )
  if (resolved > 0) log.info({ statements: resolved }, 'statements are resolved')
  try {
    await scoreStatements(pool)
  } catch (error) {
    log.error({ err: error }, 'statements could not be scored')
    stated.failures.push(error)
  }
  return stated
}

async function readDue(pool: Queryable, now: number): Promise<Due[]> {
  const { rows } = await pool.query<Omit<Due, 'madeAt' | 'deadline'> & { made_ms: string; due_ms: string }>(
    `select id, symbol, terms, (extract(epoch from made_at) * 1000)::bigint::text as made_ms,
            (extract(epoch from deadline) * 1000)::bigint::text as due_ms
       from public.statements join public.statement_terms on statement_id = id
      where deadline <= $1 and not exists (select from public.statement_outcomes as told where told.statement_id = id)
      order by deadline, number limit ${MOST_STATEMENTS}`,
    [new Date(now).toISOString()],
  )
  return rows.map(({ made_ms, due_ms, ...due }) => ({
    ...due,
    madeAt: Number(made_ms),
    deadline: Number(due_ms),
  }))
}

function settleStatement(
  pool: Pool,
  { id, symbol, terms, madeAt, deadline }: Due,
  session: Session,
  now: number,
): Promise<Wait | 'resolved' | null> {
  return inTransaction(pool, async (client) => {
    await lockMinutes(client, symbol)
    // Another worker may have resolved it while this one waited for the lock.
    const { rowCount } = await client.query('select from public.statement_outcomes where statement_id = $1', [
      id,
    ])
    if (rowCount !== 0) return null
    const known = await readWhole(client, { symbol, session, from: madeAt, until: deadline, now })
    if (!('candles' in known)) return known.wait
    const within = known.candles.filter((candle) => endOf(candle) <= deadline)
    const { outcome, at, candle } = resolve(terms, deadline, within)
    await client.query('select private.resolve_statement($1, $2, $3, $4)', [
      id,
      outcome,
      new Date(at).toISOString(),
      candle && JSON.stringify(evidence(candle)),
    ])
    return 'resolved' as const
  })
}

/** A candle as stored in the record. */
const evidence = ({ openedAt, ...prices }: Candle) => ({
  opened_at: new Date(openedAt).toISOString(),
  ...prices,
})
