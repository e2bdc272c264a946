import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { importHistory } from './import-history.ts'

const log = pino({ level: 'silent' })
let project: TestProject
let pool: Pool
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 2, log)
  await prepareQueue(pool, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})
beforeEach(() => pool.query('truncate public.candles'))

const line = (minute: number, close = '1.11') =>
  `20240702 10${String(minute).padStart(2, '0')}00;1.1;1.12;1.08;${close};0`
const take = (text: string, more: object = {}) =>
  importHistory(pool, {
    text,
    symbol: 'EURUSD',
    timeframe: 'M1',
    zone: null,
    now: Date.UTC(2026, 10, 21),
    ...more,
  })
const count = async () =>
  (await pool.query<{ count: number }>('select count(*)::int from public.candles')).rows[0]?.count

describe('importHistory', () => {
  it('stores a file with its longer candles, in the months it is of, and says what was new', async () => {
    const text = [3, 0, 1, 2].map((minute) => line(minute)).join('\n')
    const at = Date.UTC(2024, 6, 2, 15)
    expect(await take(text)).toEqual({
      format: 'histdata',
      zone: 'UTC-5',
      candles: 4,
      fresh: 4,
      from: at,
      until: at + 240_000,
    })
    expect(await take(`${text}\n${line(4)}`)).toMatchObject({ candles: 5, fresh: 1 })
    const { rows } = await pool.query(
      `select distinct timeframe, source, tableoid::regclass::text as place from public.candles where timeframe in ('M1', 'D1') order by 1`,
    )
    expect(rows).toEqual([
      { timeframe: 'D1', source: 'import', place: 'private.candles_longer_2024_07' },
      { timeframe: 'M1', source: 'import', place: 'private.candles_minutes_2024_07' },
    ])
  })

  it('stores nothing of a file with a bad line, and names the line', async () => {
    await expect(take([line(0), line(1, '-1'), line(2, 'x')].join('\n'))).rejects.toThrow(
      'Nothing was stored.\nline 2: not a price\nline 3: not a price',
    )
    expect(await count()).toBe(0)
  })

  it.each<[string, string, object, RegExp]>([
    ['an unknown instrument', line(0), { symbol: 'NOTHING' }, /no instrument NOTHING/],
    ['an unknown format', 'a;b', {}, /format is none of/],
    ['a clock that nobody named', '2024.07.02,10:00,1.1,1.12,1.08,1.11,1', {}, /--zone/],
    ['a longer timeframe than named', `${line(0)}\n${line(5)}\n${line(10)}`, {}, /--timeframe/],
    ['an empty file of a known shape', 'Gmt time,Open,High,Low,Close,Volume\n', {}, /no candle/],
  ])('refuses %s', async (_, text, more, message) => {
    await expect(take(text, more)).rejects.toThrow(message)
    expect(await count()).toBe(0)
  })
})
