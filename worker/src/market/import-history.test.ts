import { join } from 'node:path'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { importHistory } from './import-history.ts'
import { undoImport } from './market-imports.ts'
import { storeCandles } from './market-store.ts'

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
beforeEach(() => pool.query('truncate public.candles, private.market_imports cascade'))

const line = (minute: number, close = '1.11') =>
  `20240702 10${String(minute).padStart(2, '0')}00;1.10000;1.12000;1.08000;${close};0`
const take = (text: string, more: object = {}) =>
  importHistory(pool, {
    text,
    symbol: 'EURUSD',
    timeframe: 'M1',
    zone: null,
    file: 'prices.csv',
    accepted: [],
    now: Date.UTC(2026, 10, 21),
    ...more,
  })
const count = async () =>
  (await pool.query<{ count: number }>('select count(*)::int from public.candles')).rows[0]?.count

describe('importHistory', () => {
  it('stores a file with its aggregated candles in the right monthly tables, and reports what was new', async () => {
    const text = [3, 0, 1, 2].map((minute) => line(minute)).join('\n')
    const at = Date.UTC(2024, 6, 2, 15)
    expect(await take(text)).toEqual({
      number: expect.any(Number),
      leftOut: 0,
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

  it('stores nothing from a file with an invalid line, and names the line', async () => {
    await expect(take([line(0), line(1, '-1'), line(2, 'x')].join('\n'))).rejects.toThrow(
      'Nothing was stored.\nline 2: not a price\nline 3: not a price',
    )
    expect(await count()).toBe(0)
  })

  it.each<[string, string, object, RegExp]>([
    ['an unknown instrument', line(0), { symbol: 'NOTHING' }, /no instrument NOTHING/],
    ['an unknown format', 'a;b', {}, /format is not/],
    ['a clock that nobody named', '2024.07.02,10:00,1.10000,1.12000,1.08000,1.11000,1', {}, /--zone/],
    ['a longer timeframe than named', `${line(0)}\n${line(5)}\n${line(10)}`, {}, /--timeframe/],
    ['an empty file of a known shape', 'Gmt time,Open,High,Low,Close,Volume\n', {}, /no candle/],
  ])('refuses %s', async (_, text, more, message) => {
    await expect(take(text, more)).rejects.toThrow(message)
    expect(await count()).toBe(0)
  })
})

describe('a doubtful file', () => {
  const saturday = '20240706 100000;1.10000;1.12000;1.08000;1.11;0'
  const iso = 'time,open,high,low,close'

  it.each<[string, string, object, RegExp]>([
    [
      'prices of another instrument',
      '20240702 100000;151.10;151.12;151.08;151.11;0',
      {},
      /price: 151\.08.* far from 1\.0865/,
    ],
    ['too many decimals', '20240702 100000;1.1000001;1.12;1.08;1.11;0', {}, /digits: prices have 7 decimals/],
    [
      'minutes of a closed market',
      [line(0), saturday].join('\n'),
      {},
      /closed_market: 1 candles .* 2024-07-06 15:00 UTC/,
    ],
    [
      'a clock that ends the week at a wrong hour',
      `${iso}\n2024-07-05 23:58,1.10000,1.12000,1.08000,1.11000\n2024-07-05 23:59,1.10000,1.12000,1.08000,1.11000`,
      { zone: 'UTC' },
      /zone: the week ends at the wrong hour.*--zone America\/New_York\+7 none does/,
    ],
    [
      'an hour that was shown twice',
      `${iso}\n2024-10-27 02:10,67000,67010,66990,67005`,
      { symbol: 'BTCUSD', zone: 'Europe/Paris' },
      /repeated_hour: 1 candles/,
    ],
  ])('with %s stores nothing before confirmation', async (_, text, more, message) => {
    await expect(take(text, more)).rejects.toThrow(message)
    expect(await count()).toBe(0)
    expect((await pool.query('select from private.market_imports')).rowCount).toBe(0)
  })

  it('is imported after confirmation, without candles in closed markets', async () => {
    const text = [line(0), saturday].join('\n')
    await expect(take(text, { accepted: ['price'] })).rejects.toThrow(/--accept closed_market/)
    expect(await take(text, { accepted: ['closed_market'] })).toMatchObject({
      candles: 1,
      leftOut: 1,
      fresh: 1,
    })
  })
})

describe('an import', () => {
  const START = Date.UTC(2024, 6, 2, 14)
  const candleAt = (minute: number, price: number) => ({
    symbol: 'EURUSD',
    openedAt: START + minute * 60_000,
    open: (price / 1000).toFixed(5),
    high: ((price + 2) / 1000).toFixed(5),
    low: ((price - 2) / 1000).toFixed(5),
    close: ((price + 1) / 1000).toFixed(5),
    spread: '0.00010',
  })
  const everything = async () =>
    (
      await pool.query(
        'select timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at from public.candles order by timeframe, opened_at',
      )
    ).rows
  const table = (minutes: readonly number[], step = 1) =>
    [
      'time,open,high,low,close',
      ...minutes.map((minute) => {
        const { openedAt, open, high, low, close } = candleAt(minute * step, 1100 + (minute % 7))
        return [new Date(openedAt).toISOString(), open, high, low, close].join(',')
      }),
    ].join('\n')

  it('has a number, its file name and the confirmed doubts', async () => {
    const { number } = await take(table([0, 1]))
    const { rows } = await pool.query(
      'select number, file, zone, candles, fresh, undone_at from private.market_imports',
    )
    expect(rows).toEqual([{ number, file: 'prices.csv', zone: 'UTC', candles: 2, fresh: 2, undone_at: null }])
  })

  it('when undone leaves the data as if it had never happened, whatever was stored before and after', async () => {
    const minutes = fc.uniqueArray(fc.nat({ max: 400 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(
        minutes,
        fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 2, maxLength: 20 }),
        minutes,
        fc.constantFrom<['M1' | 'M5' | 'H1', number]>(['M1', 1], ['M5', 5], ['H1', 60]),
        async (before, imported, after, [timeframe, step]) => {
          const feed = (given: readonly number[]) =>
            storeCandles(
              pool,
              'M1',
              'feed',
              given.map((minute) => candleAt(minute, 1090 + (minute % 11))),
            )
          const file = [0, 1, ...imported.toSorted((a, b) => a - b).filter((minute) => minute > 1)]
          await pool.query('truncate public.candles, private.market_imports cascade')
          await feed(before)
          await feed(after)
          const without = await everything()
          await pool.query('truncate public.candles, private.market_imports cascade')
          await feed(before)
          const accepted = ['closed_market', 'zone'] as const
          const { number } = await take(table(file, step), { timeframe, accepted })
          // A feed does not replace minutes first stored by a file, so they are removed with it.
          const fromFile = new Set(timeframe === 'M1' ? file : [])
          await feed(after)
          await undoImport(pool, number)
          const lost = after.filter((minute) => fromFile.has(minute) && !before.includes(minute))
          await feed(lost)
          expect(await everything()).toEqual(without)
        },
      ),
      { numRuns: 30 },
    )
  }, 120_000)

  it('can be undone once, and only if it exists', async () => {
    const { number } = await take(table([0, 1]))
    expect(await undoImport(pool, number)).toBe(2)
    await expect(undoImport(pool, number)).rejects.toThrow(`Import ${number} was already undone.`)
    await expect(undoImport(pool, 999_999)).rejects.toThrow('There is no import 999999.')
  })

  it('cannot be undone where a signal was open in its time', async () => {
    const { number } = await take(table([0, 1]))
    await pool.query(
      `with published as (
         insert into public.signals (number, symbol, timeframe, style, tier, author_id, author_name, published_at, commitment)
         values (1, 'EURUSD', 'M15', 'intraday', 'premium', gen_random_uuid(), 'Analyst', $1, repeat('0', 64)) returning id
       ) insert into public.signal_states (signal_id) select id from published`,
      [new Date(START - 60_000).toISOString()],
    )
    await expect(undoImport(pool, number)).rejects.toThrow(/stays: signals were open in its time/)
    expect(await count()).toBe(8)
  })
})
