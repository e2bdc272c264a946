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

describe('expired data', () => {
  it('are simulated minutes after 14 days, never longer candles or real markets', async () => {
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

  it('are whole months of simulated minutes, by dropping the table, unless a signal lived in it', async () => {
    const now = Date.UTC(2031, 5, 20)
    const store = (month: string, source: string) =>
      pool.query(
        `select private.store_candles('M1', $1, '{EURUSD}', array[$2::timestamptz], '{1}', '{1}', '{1}', '{1}', '{0}')`,
        [source, `${month}-05 10:00+00`],
      )
    await store('2031-02', 'simulated')
    await store('2031-03', 'import')
    await store('2031-06', 'simulated')
    await trimCandles({ pool, log, now: () => now })
    const { rows } = await pool.query(
      `select to_regclass('private.candles_minutes_2031_02') as february, to_regclass('private.candles_minutes_2031_03') is not null as march,
              to_regclass('private.candles_minutes_2031_08') is not null as ahead,
              (select count(*)::int from public.candles where timeframe = 'M1' and opened_at >= '2031-01-01') as minutes,
              (select count(*)::int from public.candles where timeframe = 'H1' and opened_at >= '2031-01-01') as hours`,
    )
    expect(rows).toEqual([{ february: null, march: true, ahead: true, minutes: 1, hours: 3 }])
  })

  it('are never minutes that a signal was decided on, nor those of the day after, in which a member may exit later', async () => {
    const demonstration = await testProject({
      projectDir: join(import.meta.dirname, '../../..'),
      seed: 'demo',
    })
    const demo = createPool(demonstration.databaseUrl, 2, log)
    try {
      const lived = async () =>
        (
          await demo.query<{ count: number }>(
            `select count(*)::int from public.candles join public.signals using (symbol) join public.signal_states on signal_id = signals.id
              where candles.timeframe = 'M1' and opened_at >= published_at - interval '10 minutes' and opened_at <= coalesce(closed_at, 'infinity') + interval '1 day'`,
          )
        ).rows[0]?.count
      const before = await lived()
      expect(before).toBeGreaterThan(5000)
      await trimCandles({ pool: demo, log, now: Date.now })
      expect(await lived()).toBe(before)
    } finally {
      await demo.end()
      await demonstration.stop()
    }
  }, 60_000)

  it('are quote broadcasts after ten minutes, but no other message', async () => {
    await publishQuotes(pool, 'simulated', new Date(), [{ symbol: 'EURUSD', bid: '1.1', ask: '1.2', at: 0 }])
    await pool.query(`select realtime.send('{}', 'signal', 'signals:premium', true)`)
    const topics = async () =>
      (
        await pool.query(
          `select topic from realtime.messages where topic not like 'content:%' order by topic`,
        )
      ).rows.map((row) => row.topic)
    await trimQuotes({ pool, log, now: Date.now })
    expect(await topics()).toEqual(['market:quotes', 'signals:premium'])
    await trimQuotes({ pool, log, now: () => Date.now() + 11 * 60_000 })
    expect(await topics()).toEqual(['signals:premium'])
  })
})
