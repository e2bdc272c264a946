import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { type PublishedDraw, verifyDraw } from 'trading/learning/draw'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { fillBank } from '../../../supabase/tests/learning/daily-bank.ts'
import { createPool } from '../database.ts'
import { keepDailyTest } from './keep-daily-test.ts'

const log = pino({ level: 'silent' })
let project: TestProject
let pool: Pool
let bank: string[]
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 6, log)
  bank = await fillBank(pool, 60)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})
beforeEach(async () => {
  await pool.query(`
    delete from private.forecast_cards; delete from private.daily_seeds; delete from public.daily_tests;
    alter table public.ledger disable trigger all; delete from public.ledger; alter table public.ledger enable always trigger append_only;
    alter table public.ledger enable always trigger append_only_all;
    update private.questions set retired_at = null`)
})

const run = (time: string) => keepDailyTest({ pool, log, now: () => Date.parse(time) })
const days = async () =>
  (
    await pool.query(
      `select day::text, late, opened_at is not null as open, revealed_at is not null as revealed, cardinality(seeds.questions) as asks
         from public.daily_tests as tests join private.daily_seeds as seeds using (day) order by day`,
    )
  ).rows.map(({ day, late, open, revealed, asks }) => [
    day,
    [late && 'late', open && 'open', revealed && 'revealed'].filter(Boolean).join(' '),
    asks,
  ])
const entries = async () =>
  (
    await pool.query(
      `select kind, entry -> 'data' as data, (entry ->> 'at')::timestamptz as at from public.ledger order by sequence`,
    )
  ).rows as { kind: string; data: Record<string, unknown>; at: Date }[]

describe('[S-111] the days of the daily test', () => {
  it('are committed to the day before, opened at midnight in Paris and revealed when they have ended', async () => {
    await run('2026-11-19T12:00:00Z')
    expect(await days()).toEqual([
      ['2026-11-19', 'late open', 10],
      ['2026-11-20', '', null],
    ])
    await run('2026-11-19T22:59:59Z')
    expect((await days()).at(-1)).toEqual(['2026-11-20', '', null])
    await run('2026-11-19T23:00:00Z')
    // Whoever began before midnight may still be at it.
    expect((await days())[0]).toEqual(['2026-11-19', 'late open', 10])
    await run('2026-11-19T23:15:00Z')
    expect(await days()).toEqual([
      ['2026-11-19', 'late open revealed', 10],
      ['2026-11-20', 'open', 10],
      ['2026-11-21', '', null],
    ])
  })

  it.each([
    [
      'summer ends',
      '2026-10-24T21:59:59Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00:00Z',
    ],
    [
      'summer begins',
      '2027-03-27T22:59:59Z',
      '2027-03-27T23:00:00Z',
      '2027-03-28T21:59:59Z',
      '2027-03-28T22:00:00Z',
    ],
  ])('begin and end at midnight on the day that %s', async (_, before, begins, last, ends) => {
    const open = async () =>
      (await days()).filter(([, state]) => String(state).includes('open')).map(([day]) => day)
    await run(before)
    expect(await open()).toHaveLength(1)
    await run(begins)
    const begun = await open()
    expect(begun).toHaveLength(2)
    await run(last)
    expect(await open()).toEqual(begun)
    await run(ends)
    expect(await open()).toHaveLength(3)
  })

  it('are done once by any number of workers at the same time, and by one that starts again', async () => {
    await Promise.all(Array.from({ length: 4 }, () => run('2026-11-19T12:00:00Z')))
    await run('2026-11-19T12:01:00Z')
    expect((await entries()).map(({ kind }) => kind).sort()).toEqual([
      'test_committed',
      'test_committed',
      'test_opened',
    ])
    await Promise.all(Array.from({ length: 4 }, () => run('2026-11-20T12:00:00Z')))
    expect((await entries()).filter(({ kind }) => kind === 'test_revealed')).toHaveLength(1)
  })

  it('say after a stop what is still true: no test for days that passed, and one that was not committed to in time is late', async () => {
    await run('2026-11-16T12:00:00Z')
    await run('2026-11-19T12:00:00Z')
    expect(await days()).toEqual([
      ['2026-11-16', 'late open revealed', 10],
      ['2026-11-17', 'revealed', null],
      ['2026-11-19', 'late open', 10],
      ['2026-11-20', '', null],
    ])
    const revealed = (await entries()).filter(({ kind }) => kind === 'test_revealed')
    expect(
      revealed.map(({ data }) => [data.day, (data.questions as unknown[] | null)?.length ?? null]),
    ).toEqual([
      ['2026-11-16', 10],
      ['2026-11-17', null],
    ])
  })

  it('are not drawn again if the clock is set back', async () => {
    await run('2026-11-19T12:00:00Z')
    await run('2026-11-20T12:00:00Z')
    const before = await entries()
    await run('2026-11-19T13:00:00Z')
    expect(await entries()).toEqual(before)
  })

  it('let anybody compute a draw again from what is public after the day, and nobody before', async () => {
    await run('2026-11-18T12:00:00Z')
    await run('2026-11-19T12:00:00Z')
    const { rows: secret } = await pool.query<{ seed: string; questions: string[] }>(
      `select seed, questions from private.daily_seeds where day = '2026-11-19'`,
    )
    const everything = async () => {
      const { rows } = await pool.query(
        'select to_jsonb(tests)::text as row from public.daily_tests as tests',
      )
      return JSON.stringify([await entries(), rows])
    }
    for (const hidden of [secret[0]!.seed, ...secret[0]!.questions.map((id) => `${id}"],`)])
      expect(await everything()).not.toContain(hidden)
    await run('2026-11-20T12:00:00Z')
    const { rows } = await pool.query<PublishedDraw>(
      `select * from public.daily_tests where day = '2026-11-19'`,
    )
    const [draw] = rows
    expect(draw!.questions).toEqual(secret[0]!.questions)
    expect(verifyDraw(draw!)).toBeNull()
    expect(verifyDraw({ ...draw!, beacon: 'a'.repeat(64) })).toBe('questions')
    // The chain holds what the table says: commitment before the day, then the opening, whose hash before it is the beacon.
    const { rows: chain } = await pool.query(
      `select kind, previous_hash = $1 as beacon, entry #>> '{data,commitment}' = $2 as commitment, entry #>> '{data,bank}' = $3 as bank, entry #>> '{data,seed}' = $4 as seed
         from public.ledger where entry #>> '{data,day}' = '2026-11-19' order by sequence`,
      [draw!.beacon, draw!.commitment, draw!.bank_hash, draw!.seed],
    )
    expect(chain).toEqual([
      { kind: 'test_committed', beacon: expect.anything(), commitment: true, bank: true, seed: null },
      { kind: 'test_opened', beacon: true, commitment: null, bank: null, seed: null },
      { kind: 'test_revealed', beacon: false, commitment: null, bank: null, seed: true },
    ])
  })

  it('ask nothing that was asked on the days before while the bank is large enough', async () => {
    for (let day = 1; day <= 5; day++) await run(`2026-11-${String(day).padStart(2, '0')}T12:00:00Z`)
    const { rows } = await pool.query<{ question: string; n: number }>(
      'select question, count(*)::int as n from private.daily_seeds, unnest(questions) as question group by 1',
    )
    expect(rows).toHaveLength(50)
    expect(bank).toEqual(expect.arrayContaining(rows.map(({ question }) => question)))
  })

  it('have no test while there are fewer than ten questions', async () => {
    await pool.query(
      `update private.questions set retired_at = now() where slug not in ('bank-1', 'bank-2', 'bank-3')`,
    )
    await run('2026-11-19T12:00:00Z')
    expect(await days()).toEqual([])
  })
})
