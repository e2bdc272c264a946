import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { writeLedgerHead } from './write-ledger-head.ts'

const log = pino({ level: 'silent' })
let project: TestProject
let pool: Pool
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 3, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})

const run = (time: string) => writeLedgerHead({ pool, log, now: () => Date.parse(time) })
const append = (time: string) => pool.query(`select private.append_to_ledger('note', null, '{}', $1)`, [time])
const heads = async () =>
  (
    await pool.query(
      'select day::text, sequence::int, entries, (select hash from ledger where ledger.sequence = heads.sequence) = hash as true from ledger_heads as heads order by day',
    )
  ).rows

describe('a daily head', () => {
  it('is not written while the ledger is empty', async () => {
    await run('2026-11-18T00:10:00Z')
    expect(await heads()).toEqual([])
  })

  it('[S-100] is the last entry before midnight UTC, written once by any number of workers', async () => {
    await append('2026-11-18T09:00:00Z')
    await append('2026-11-18T23:59:59.999999Z')
    await append('2026-11-19T00:00:00Z')
    await Promise.all([run('2026-11-19T00:10:00Z'), run('2026-11-19T00:10:00Z'), run('2026-11-19T13:00:00Z')])
    expect(await heads()).toEqual([{ day: '2026-11-18', sequence: 2, entries: 2, true: true }])
  })

  it('is also an entry of the chain, so that a quiet day has one', async () => {
    const { rows } = await pool.query(
      `select sequence::int, entry -> 'data' ->> 'day' as day, entry -> 'signal' as signal from ledger where kind = 'head'`,
    )
    expect(rows).toEqual([{ sequence: 4, day: '2026-11-18', signal: null }])
  })

  it('is never backdated for a missed day', async () => {
    await run('2026-11-22T00:10:00Z')
    expect((await heads()).map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-21'])
  })
})
