import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { publishQuotes } from '../market/market-store.ts'
import { trimCandles } from './trim-candles.ts'
import { trimQuotes } from './trim-quotes.ts'

const DAY = 86_400_000
const log = pino({ level: 'silent' })
let project: TestProject
let pool: Pool
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 2, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})

describe('what is not kept', () => {
  it('is a simulated minute after 14 days, never a longer candle nor one of a real market', async () => {
    const now = Date.UTC(2026, 10, 23)
    const candle = (timeframe: string, daysAgo: number, source: string) =>
      pool.query(
        `insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, source)
         values ('EURUSD', $1, $2, 1, 1, 1, 1, $3)`,
        [timeframe, new Date(now - daysAgo * DAY).toISOString(), source],
      )
    await candle('M1', 13, 'simulated')
    await candle('M1', 15, 'simulated')
    await candle('M5', 15, 'simulated')
    await candle('M1', 16, 'import')
    await trimCandles({ pool, log, now: () => now })
    const { rows } = await pool.query('select timeframe, source from public.candles order by opened_at')
    expect(rows).toEqual([
      { timeframe: 'M1', source: 'import' },
      { timeframe: 'M5', source: 'simulated' },
      { timeframe: 'M1', source: 'simulated' },
    ])
  })

  it('is a broadcast of quotes after ten minutes, but no other message', async () => {
    await publishQuotes(pool, 'simulated', new Date(), [{ symbol: 'EURUSD', bid: '1.1', ask: '1.2', at: 0 }])
    await pool.query(`select realtime.send('{}', 'signal', 'signals:premium', true)`)
    const topics = async () =>
      (await pool.query('select topic from realtime.messages order by topic')).rows.map((row) => row.topic)
    await trimQuotes({ pool, log, now: Date.now })
    expect(await topics()).toEqual(['market:quotes', 'signals:premium'])
    await trimQuotes({ pool, log, now: () => Date.now() + 11 * 60_000 })
    expect(await topics()).toEqual(['signals:premium'])
  })
})
