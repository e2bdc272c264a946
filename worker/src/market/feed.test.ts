import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { runFeed } from './feed.ts'
import { readStoredEnds, storeCandles } from './market-store.ts'
import type { MarketCandle } from './provider.ts'
import { SimulatedMarket } from './simulated.ts'

const ROOT = join(import.meta.dirname, '../../..')
const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const MINUTE = 60_000
const MONDAY = Date.UTC(2026, 10, 23, 9, 30)

let project: TestProject
let pool: Pool
beforeAll(async () => {
  project = await testProject({ projectDir: ROOT })
  pool = createPool(project.databaseUrl, 4, log)
  await prepareQueue(pool, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})
beforeEach(async () => {
  await pool.query('truncate public.candles; delete from public.quotes')
})

async function rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await pool.query(sql, values)).rows as T[]
}

/** Runs the feed with a clock that jumps to each given time, one step each. */
async function feedAt(...times: number[]): Promise<void> {
  const stop = new AbortController()
  let turn = 0
  const running = runFeed(
    {
      pool,
      provider: new SimulatedMarket('feed'),
      quoteIntervalMs: 1000,
      history: 'short',
      log,
      now: () => times[Math.min(turn, times.length - 1)]!,
    },
    stop.signal,
  )
  const shown = () => rows<{ at: string }>('select max(quoted_at)::text as at from public.quotes')
  try {
    for (; turn < times.length; turn += 1) {
      await expect
        .poll(async () => Date.parse((await shown())[0]?.at ?? ''), { timeout: 60_000, interval: 20 })
        .toBe(times[turn])
    }
  } finally {
    turn = times.length - 1
    stop.abort()
    await running
  }
}

describe('storeCandles', () => {
  const candle = (minute: number, prices: string): MarketCandle => {
    const [open, high, low, close] = prices.split(' ') as [string, string, string, string]
    return { symbol: 'EURUSD', openedAt: MONDAY + minute * MINUTE, open, high, low, close, spread: '0.00010' }
  }
  const minutes = [
    candle(0, '1.10000 1.10020 1.09990 1.10010'),
    candle(1, '1.10010 1.10050 1.10000 1.10040'),
    candle(2, '1.10040 1.10045 1.09950 1.09960'),
  ]

  it('aggregates minutes into every longer timeframe, stored together or one by one', async () => {
    const summed = () =>
      rows(
        `select timeframe, open::text, high::text, low::text, close::text from public.candles
          where timeframe <> 'M1' order by timeframe`,
      )
    await storeCandles(pool, 'M1', 'simulated', minutes)
    const together = await summed()
    expect(together).toHaveLength(6)
    expect(together[0]).toEqual({
      timeframe: 'D1',
      open: '1.10000',
      high: '1.10050',
      low: '1.09950',
      close: '1.09960',
    })
    await pool.query('truncate public.candles')
    for (const minute of minutes) await storeCandles(pool, 'M1', 'simulated', [minute])
    expect(await summed()).toEqual(together)
  })

  it('ignores candles already stored, since decisions are based on them', async () => {
    expect(await storeCandles(pool, 'M1', 'simulated', minutes)).toBe(3)
    const other = minutes.map((minute) => ({ ...minute, high: '9.00000', close: '9.00000' }))
    expect(await storeCandles(pool, 'M1', 'simulated', other)).toBe(0)
    expect(await rows(`select from public.candles where high > 2`)).toHaveLength(0)
  })

  it('reads each symbol’s last stored minute', async () => {
    await storeCandles(pool, 'M1', 'simulated', minutes)
    expect(await readStoredEnds(pool, 'simulated')).toEqual(
      new Map([
        [
          'EURUSD',
          { closes: ['1.10010', '1.10040', '1.09960'], spread: '0.00010', until: MONDAY + 3 * MINUTE },
        ],
      ]),
    )
  })
})

describe('the market feed', () => {
  it('generates history at a first start, then stores each completed minute and quotes in between', async () => {
    await feedAt(MONDAY + 20_000, MONDAY + 25_000, MONDAY + MINUTE + 1000)
    const [stored] = await rows<{ minutes: string; days: string; last: Date }>(
      `select count(*) filter (where timeframe = 'M1')::text as minutes,
              count(*) filter (where timeframe = 'D1')::text as days,
              max(opened_at) filter (where timeframe = 'M1') as last
         from public.candles where symbol = 'EURUSD'`,
    )
    expect(stored?.last.getTime()).toBe(MONDAY)
    // The first generated day is a Sunday: currencies open at 17:00 in New York, 22:00 UTC.
    expect(Number(stored?.minutes)).toBe(120 + 570 + 1)
    // 13 to 23 November without weekends; Monday began on Sunday evening.
    expect(Number(stored?.days)).toBe(7)
    const quotes = await rows<{ bid: string; ask: string }>('select bid::text, ask::text from public.quotes')
    const [instruments] = await rows<{ count: string }>('select count(*)::text from public.instruments')
    expect(quotes).toHaveLength(Number(instruments?.count))
    for (const quote of quotes) expect(Number(quote.ask)).toBeGreaterThan(Number(quote.bid))
    const told = await rows<{ payload: { at: string; quotes: unknown[] }; private: boolean }>(
      `select payload, private from realtime.messages where topic = 'market:quotes' and event = 'quotes'`,
    )
    expect(told.map(({ payload }) => Date.parse(payload.at))).toEqual([
      MONDAY + 20_000,
      MONDAY + 25_000,
      MONDAY + MINUTE + 1000,
    ])
    expect(told[0]).toMatchObject({ private: true, payload: { quotes: { length: quotes.length } } })
    expect(told[0]?.payload.quotes).toContainEqual({
      symbol: 'EURUSD',
      bid: expect.stringMatching(/^1\.\d{5}$/),
      ask: expect.stringMatching(/^1\.\d{5}$/),
    })
  }, 120_000)

  it('leaves no gap or jump in the chart after a pause', async () => {
    await feedAt(MONDAY + 20_000)
    await feedAt(MONDAY + 45 * MINUTE + 5000)
    const steps = await rows<{ apart: string; step: string }>(
      `select extract(epoch from opened_at - lag(opened_at) over this)::text as apart,
              abs(open / lag(close) over this - 1)::text as step
         from public.candles where symbol = 'EURUSD' and timeframe = 'M1'
       window this as (order by opened_at)`,
    )
    expect(new Set(steps.slice(1).map((row) => Number(row.apart)))).toEqual(new Set([60]))
    for (const { step } of steps.slice(1)) expect(Number(step)).toBeLessThan(0.002)
  }, 120_000)

  it('queues the settlement of signals with each minute, as a single pending job', async () => {
    await pool.query(`delete from graphile_worker._private_jobs`)
    await feedAt(MONDAY + 20_000, MONDAY + MINUTE + 1000)
    const jobs = await rows(`select task_identifier from graphile_worker.jobs`)
    expect(jobs).toEqual([{ task_identifier: 'settle-signals' }])
  }, 120_000)

  it('leaves no partial history when a first start is interrupted', async () => {
    const stop = new AbortController()
    const provider = new SimulatedMarket('feed')
    const cut = {
      source: provider.source,
      resume: provider.resume.bind(provider),
      quotes: provider.quotes.bind(provider),
      async *candles(...stage: Parameters<SimulatedMarket['candles']>) {
        for await (const batch of provider.candles(...stage)) {
          yield batch
          stop.abort(new Error('stopped'))
        }
      },
    }
    const options = { pool, quoteIntervalMs: 1000, history: 'short', log } as const
    await expect(runFeed({ ...options, provider: cut, now: () => MONDAY }, stop.signal)).rejects.toThrow(
      'stopped',
    )
    expect(await rows('select from public.candles')).toHaveLength(0)
  })
})
