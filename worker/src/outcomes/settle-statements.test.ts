import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import type { ScoreRow } from 'trading/statements/scores'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { stateAt } from '../../../supabase/tests/proof/statement-record.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { settleSignals } from './settle-signals.ts'

const MINUTE = 60_000
const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })

let project: TestProject
let pool: Pool
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 8, log)
  await prepareQueue(pool, log)
  // Tests must not depend on the day of the week.
  await pool.query(`update public.instruments set session = 'crypto' where symbol in ('USDCHF', 'NZDUSD')`)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})
beforeEach(() => pool.query('delete from public.candles'))

const settle = (now = Date.now()) => settleSignals({ pool, log, now: () => now })
/** Half an hour ago, rounded to the minute. */
const start = () => Math.floor(Date.now() / MINUTE) * MINUTE - 30 * MINUTE
const touch = (level = '0.88500', more = {}) => ({
  condition: { kind: 'touch', level },
  probability: '0.6',
  ...more,
})

/** Quiet minutes from a given time, with one that rises to 0.8850. */
async function market(from: number, count: number, rises = -1, symbol = 'USDCHF'): Promise<void> {
  await pool.query(
    `insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
     select $4, 'M1', $1::timestamptz + minute * interval '1 minute', 0.8845, case minute when $3 then 0.8850 else 0.8846 end,
            0.8844, 0.8845, 0.0001, 'simulated' from generate_series(0, $2::int - 1) as minute`,
    [new Date(from).toISOString(), count, rises, symbol],
  )
}

const outcomeOf = async (id: string) =>
  (
    await pool.query(
      `select outcome, extract(epoch from decided_at) * 1000 as at, candle ->> 'high' as high
         from public.statement_outcomes where statement_id = $1`,
      [id],
    )
  ).rows.map(({ outcome, at, high }) => [outcome, Number(at), high])[0]

const entriesOf = async (id: string) =>
  (
    await pool.query(
      `select kind from public.ledger where entry #>> '{data,statement}' = $1 order by sequence`,
      [id],
    )
  ).rows.map(({ kind }) => kind)

describe('settling statements', () => {
  it('resolves one whose deadline has passed, on the minute that decided it, and opens its seal', async () => {
    const at = start()
    const { id } = await stateAt({ admin: pool }, at, touch())
    await market(at, 22, 5)
    await settle()
    expect(await outcomeOf(id)).toEqual([true, at + 6 * MINUTE, '0.8850'])
    expect(await entriesOf(id)).toEqual(['stated', 'resolved'])
    const { rows } = await pool.query(
      'select count(*)::int from public.statement_openings where statement_id = $1',
      [id],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('reveals nothing before the deadline of one that has come true', async () => {
    const at = start()
    const { id } = await stateAt({ admin: pool }, at, touch(), 60)
    await market(at, 30, 5)
    await settle()
    expect(await outcomeOf(id)).toBeUndefined()
    expect(await entriesOf(id)).toEqual(['stated'])
  })

  it('waits for a missing minute, and decides on it when it arrives', async () => {
    const at = start()
    const { id } = await stateAt({ admin: pool }, at, touch())
    await market(at, 5)
    await market(at + 6 * MINUTE, 20)
    await settle()
    expect(await outcomeOf(id)).toBeUndefined()
    const { rows } = await pool.query(`select symbol from public.market_waits where symbol = 'USDCHF'`)
    expect(rows).toHaveLength(1)
    await market(at + 5 * MINUTE, 1, 0)
    await settle()
    expect(await outcomeOf(id)).toEqual([true, at + 6 * MINUTE, '0.8850'])
  })

  it('waits for its last minutes while nothing later is stored', async () => {
    const at = start()
    const { id } = await stateAt({ admin: pool }, at, touch())
    await market(at, 19)
    await settle()
    expect(await outcomeOf(id)).toBeUndefined()
    await market(at + 19 * MINUTE, 1)
    await settle()
    expect(await outcomeOf(id)).toEqual([false, at + 20 * MINUTE, '0.8846'])
  })

  it('has no outcome if its minutes are given up, and counts in no score', async () => {
    const at = start()
    const { id } = await stateAt({ admin: pool }, at, touch('0.88500', { symbol: 'NZDUSD', by: 'engine' }))
    await market(at - 1 * MINUTE, 1, -1, 'NZDUSD')
    await market(at + 25 * MINUTE, 1, -1, 'NZDUSD')
    await settle()
    await settle(Date.now() + 61 * MINUTE)
    expect(await outcomeOf(id)).toEqual([null, at + 20 * MINUTE, null])
    const { rows } = await pool.query<{ rows: ScoreRow[] }>('select rows from public.statement_scores')
    const row = rows[0]!.rows.find(({ author_kind }) => author_kind === 'engine')
    expect(row).toMatchObject({ n: 0, voids: 1, brier: null, chance: null })
  })

  it('resolves each once when several workers run at the same time', async () => {
    const at = start()
    const made = []
    for (const level of ['0.88500', '0.88600', '0.88700'])
      made.push(await stateAt({ admin: pool }, at, touch(level)))
    await market(at, 22, 5)
    await Promise.all(Array.from({ length: 4 }, () => settle()))
    for (const { id } of made) expect(await entriesOf(id)).toEqual(['stated', 'resolved'])
    const { rows } = await pool.query(
      `select as_of = (select max(sequence) from public.ledger where kind = 'resolved') as whole from public.statement_scores`,
    )
    expect(rows).toEqual([{ whole: true }])
  })

  it('still resolves the others when one fails, and fails so that the task is retried', async () => {
    const at = start()
    const broken = await stateAt({ admin: pool }, at, touch())
    const sound = await stateAt({ admin: pool }, at, touch())
    await market(at, 22, 5)
    await pool.query(`
      create function public.break_one() returns trigger language plpgsql as $$
      begin if new.statement_id = '${broken.id}' then raise exception 'broken'; end if; return new; end $$;
      create trigger break_one before insert on public.statement_outcomes for each row execute function public.break_one()`)
    await expect(settle()).rejects.toThrow('1 statements could not be resolved or scored')
    await pool.query('drop function public.break_one() cascade')
    expect([await entriesOf(broken.id), await entriesOf(sound.id)]).toEqual([
      ['stated'],
      ['stated', 'resolved'],
    ])
    await settle()
    expect(await entriesOf(broken.id)).toEqual(['stated', 'resolved'])
  })

  it('finds the simulated minutes of a long open one, and releases them once it is resolved', async () => {
    const day = 1440 * MINUTE
    const at = start() - 20 * day
    const made = await stateAt({ admin: pool }, at, touch(), 20 * 1440)
    await market(at - 5 * MINUTE, 10, 7)
    const forget = () =>
      pool.query('select * from private.forget_simulated_minutes($1)', [
        new Date(Date.now() - 14 * day).toISOString(),
      ])
    await forget()
    const left = async () =>
      Number(
        (
          await pool.query(
            `select count(*) from public.candles where symbol = 'USDCHF' and opened_at < now() - interval '14 days'`,
          )
        ).rows[0].count,
      )
    expect(await left()).toBe(5)
    await pool.query(`select private.resolve_statement($1, null, $2, null)`, [
      made.id,
      new Date(made.deadline).toISOString(),
    ])
    await forget()
    expect(await left()).toBe(0)
  })
})
