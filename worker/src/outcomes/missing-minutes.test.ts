import { join } from 'node:path'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { settle } from 'trading/outcome'
import { validDraft } from 'trading/testing/valid-draft'
import type { Terms } from 'trading/trade'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool, inTransaction } from '../database.ts'
import { readInstruments, storeCandles } from '../market/market-store.ts'
import { prepareQueue } from '../queue.ts'
import { KnownMinutes, PATIENCE_MS } from './known-minutes.ts'
import { type Decided, settleSignals } from './settle-signals.ts'

const MINUTE = 60_000
const log = pino({ level: 'silent' })

let project: TestProject
let pool: Pool
let clock = Date.UTC(2026, 9, 1)
/** Each case uses its own time, since recorded gaps are permanent. */
let start = Date.UTC(2026, 8, 1, 8)
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 4, log)
  await prepareQueue(pool, log)
  await pool.query(`update public.instruments set session = 'crypto' where symbol = 'EURUSD'`)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})

const look = (decided?: Decided) => settleSignals({ pool, log, now: () => clock }, decided)
let edge = 0

async function publish(): Promise<string> {
  edge += 1
  const signal = { ...validDraft, break_even_after: 1, entry_low: `1.08${500 + (edge % 90)}` }
  const { rows } = await pool.query<{ id: string }>(
    `select id from private.record_signal($1, gen_random_uuid(), 'Ada', $2, $2, null, false)`,
    [JSON.stringify(signal), new Date(start).toISOString()],
  )
  return rows[0]!.id
}

type Arrival = { minute: number; prices: string }
/** Stores minutes after the start, like a feed or an import: "open high low close". */
async function arrive(arrivals: readonly Arrival[], timeframe = 'M1', source = 'kraken'): Promise<void> {
  const candles = arrivals.map(({ minute, prices }) => {
    const [open, high, low, close] = prices.split(' ') as [string, string, string, string]
    return { symbol: 'EURUSD', openedAt: start + minute * MINUTE, open, high, low, close, spread: '0.00010' }
  })
  await storeCandles(pool, timeframe, source, candles)
}

async function events(id: string): Promise<string[]> {
  const { rows } = await pool.query<{ event: string }>(
    `select concat_ws(' ', extract(epoch from at - $2)::int / 60, kind, price, r) as event
       from public.signal_events where signal_id = $1 and kind <> 'published' order by sequence`,
    [id, new Date(start).toISOString()],
  )
  return rows.map(({ event }) => event)
}
const select = async (sql: string) =>
  (await pool.query(sql, [new Date(start).toISOString()])).rows as Record<string, unknown>[]
const waits = () =>
  select(`select extract(epoch from gap_from - $1)::int / 60 as from, extract(epoch from gap_until - $1)::int / 60 as until
            from public.market_waits`)
const gaps = () =>
  select(`select extract(epoch from gap_from - $1)::int / 60 as from, extract(epoch from gap_until - $1)::int / 60 as until, reason,
                 jsonb_array_length(bars) as bars from public.market_gaps where gap_from >= $1 order by gap_from`)

const ENTRY = { minute: 0, prices: '1.0870 1.0870 1.0855 1.0858' }
const STOPS = { minute: 1, prices: '1.0858 1.0860 1.0815 1.0850' }
const TARGETS = { minute: 2, prices: '1.0850 1.0945 1.0848 1.0941' }

/** Runs a case in its own time, and leaves nothing open in it. */
async function inItsOwnTime(work: () => Promise<void>): Promise<void> {
  start += 86_400_000
  clock = start + 600 * MINUTE
  try {
    await work()
  } finally {
    await pool.query(`
      select private.record_signal_event(signal_id, case state when 'pending' then 'cancelled' else 'closed' end, now(), null, 0, '{}', 'engine', null, now())
        from public.signal_states where state in ('pending', 'active');
      insert into public.signal_excursions (signal_id, best_r, worst_r, minutes)
      select signal_id, 0, 0, 0 from public.signal_results where state = 'closed' on conflict do nothing`)
  }
}

describe('a missing minute', () => {
  it.each([
    ['while the worker goes on', false],
    ['after a restart', true],
  ])('delays what came after it, and takes its place once it arrives: %s', (_, restarted) =>
    inItsOwnTime(async () => {
      const decided: Decided = new Map()
      const id = await publish()
      await arrive([ENTRY, TARGETS])
      await look(decided)
      expect(await events(id)).toEqual(['1 entered 1.08600'])
      expect(await waits()).toEqual([{ from: 1, until: 2 }])
      await arrive([STOPS])
      await look(restarted ? new Map() : decided)
      expect(await events(id)).toEqual(['1 entered 1.08600', '2 stopped 1.08200 -1.0000'])
      expect(await waits()).toEqual([])
      expect(await gaps()).toEqual([])
    }),
  )

  it('is recorded after an hour as without data, and a later arrival changes nothing', () =>
    inItsOwnTime(async () => {
      const decided: Decided = new Map()
      const id = await publish()
      await arrive([ENTRY, TARGETS])
      await look(decided)
      clock += PATIENCE_MS - 1
      await look(new Map())
      expect(await events(id)).toHaveLength(1)
      clock += 1
      await look(decided)
      const story = [
        '1 entered 1.08600',
        '3 target_reached 1.09000 0.5000',
        '3 stop_moved 1.08600',
        '3 target_reached 1.09400 1.0000',
        '3 closed 1.09400',
      ]
      expect(await events(id)).toEqual(story)
      expect(await gaps()).toEqual([{ from: 1, until: 2, reason: 'no_data', bars: 0 }])
      expect(await waits()).toEqual([])
      await arrive([STOPS])
      const again = await publish()
      await look()
      expect(await events(again)).toEqual(story)
    }))

  it('is awaited since it was found missing, also while others of its gap arrive', () =>
    inItsOwnTime(async () => {
      await publish()
      await arrive([ENTRY, { minute: 9, prices: '1.0860 1.0861 1.0859 1.0860' }])
      await look()
      expect(await waits()).toEqual([{ from: 1, until: 9 }])
      clock += PATIENCE_MS - MINUTE
      await arrive([{ minute: 1, prices: '1.0860 1.0861 1.0859 1.0860' }])
      await look()
      expect(await waits()).toEqual([{ from: 2, until: 9 }])
      clock += MINUTE
      await look()
      expect(await gaps()).toEqual([{ from: 2, until: 9, reason: 'no_data', bars: 0 }])
    }))

  it('is replaced by longer bars of its source that lie completely in the gap, assuming the stop first', () =>
    inItsOwnTime(async () => {
      const id = await publish()
      await arrive([ENTRY, { minute: 1, prices: '1.0858 1.0860 1.0856 1.0858' }])
      // 5 to 20 as three bars, another source's next to them, and one that starts before the gap.
      const quiet = '1.0858 1.0862 1.0850 1.0858'
      await arrive([{ minute: 0, prices: '1.0858 1.0862 1.0700 1.0858' }], 'M5')
      await arrive(
        [
          { minute: 5, prices: quiet },
          { minute: 10, prices: '1.0858 1.0950 1.0810 1.0940' },
          { minute: 15, prices: quiet },
        ],
        'M5',
      )
      await arrive([{ minute: 20, prices: '1.0858 1.0862 1.0700 1.0858' }], 'M5', 'import')
      await arrive([{ minute: 27, prices: '1.0940 1.0945 1.0938 1.0941' }])
      await look()
      clock += PATIENCE_MS
      await look()
      expect(await gaps()).toEqual([{ from: 2, until: 27, reason: 'no_data', bars: 3 }])
      expect(await events(id)).toEqual(['1 entered 1.08600', '15 stopped 1.08200 -1.0000'])
      const { rows } = await pool.query(
        `select data -> 'candle' as candle from public.signal_events where signal_id = $1 and kind = 'stopped'`,
        [id],
      )
      expect(rows[0].candle).toMatchObject({
        minutes: 5,
        low: '1.0810',
        opened_at: new Date(start + 10 * MINUTE).toISOString(),
      })
    }))

  it('is not awaited outside market hours', () =>
    inItsOwnTime(async () => {
      await pool.query(`insert into public.market_closures values ('crypto', $1, $2)`, [
        new Date(start + MINUTE).toISOString(),
        new Date(start + 2 * MINUTE).toISOString(),
      ])
      const id = await publish()
      await arrive([ENTRY, TARGETS])
      // An import's data for such a time decide nothing either.
      await arrive([STOPS])
      await look()
      expect((await events(id)).at(-1)).toBe('3 closed 1.09400')
      expect(await gaps()).toEqual([])
    }))
})

describe('a signal’s excursion', () => {
  const went = async (id: string) =>
    (
      await pool.query(
        'select best_r::text, worst_r::text, minutes from public.signal_excursions where signal_id = $1',
        [id],
      )
    ).rows[0]

  it('is stored when it has ended, and is permanent', () =>
    inItsOwnTime(async () => {
      const id = await publish()
      await arrive([ENTRY, { minute: 1, prices: '1.0858 1.0866 1.0836 1.0850' }])
      await look()
      expect(await went(id)).toBeUndefined()
      await arrive([TARGETS])
      await look()
      expect(await went(id)).toEqual({ best_r: '1.5000', worst_r: '-0.6000', minutes: 3 })
      await look()
    }))

  it('is also stored for a signal closed by its analyst, once the earlier minutes are known', () =>
    inItsOwnTime(async () => {
      const id = await publish()
      await arrive([ENTRY])
      await look()
      const closed = new Date(start + 2.5 * MINUTE).toISOString()
      await pool.query(
        `select private.record_signal_event($1, 'closed', $2, 1.08800, 0.5, '{"reason":"analyst","share":"100","rule":"asked"}', 'engine', null, $2)`,
        [id, closed],
      )
      await arrive([{ minute: 4, prices: '1.0950 1.0950 1.0950 1.0950' }])
      await look()
      expect(await went(id)).toBeUndefined()
      expect(await waits()).toEqual([{ from: 1, until: 4 }])
      await arrive([
        { minute: 1, prices: '1.0858 1.0890 1.0840 1.0880' },
        { minute: 2, prices: '1.0880 1.0999 1.0700 1.0880' },
        { minute: 3, prices: '1.0880 1.0999 1.0700 1.0880' },
      ])
      await look()
      // Minute 2 was not complete when it was closed.
      expect(await went(id)).toEqual({ best_r: '0.7500', worst_r: '-0.5000', minutes: 2 })
      expect(await waits()).toEqual([])
    }))
})

const price = (points: number) => (points / 100_000).toFixed(5)
const market = fc
  .array(fc.integer({ min: -120, max: 120 }), { minLength: 60, maxLength: 60 })
  .map((steps) => {
    let at = 108_700
    return steps.map((step, minute): Arrival => {
      const open = at
      at += step
      return {
        minute,
        prices: [open, Math.max(open, at) + 20, Math.min(open, at) - 20, at].map(price).join(' '),
      }
    })
  })

describe('the record', () => {
  it('is the same for any order of minutes, any worker restarts, and any recomputation', async () => {
    let ended = 0
    let written = 0
    const [instrument] = (await readInstruments(pool)).filter(({ symbol }) => symbol === 'EURUSD')
    await fc.assert(
      fc.asyncProperty(
        market,
        fc.uniqueArray(fc.nat(58), { maxLength: 5 }),
        fc.array(fc.nat(11), { minLength: 60, maxLength: 60 }),
        fc.array(
          fc.record({ take: fc.integer({ min: 3, max: 20 }), restart: fc.boolean(), minutes: fc.nat(40) }),
          {
            minLength: 5,
            maxLength: 8,
          },
        ),
        (minutes, lost, late, rounds) =>
          inItsOwnTime(async () => {
            const id = await publish()
            const order = minutes
              .filter(({ minute }) => !lost.includes(minute))
              .map((one, place) => ({ one, place: place + late[place]! }))
              .sort((a, b) => a.place - b.place)
              .map(({ one }) => one)
            let decided: Decided = new Map()
            for (const { take, restart, minutes: pause } of rounds) {
              const part = order.splice(0, take)
              await arrive([...part, ...part.slice(0, 2)])
              clock += pause * MINUTE
              if (restart) decided = new Map()
              await look(decided)
            }
            await arrive(order)
            await look(decided)
            clock += PATIENCE_MS
            // Missing minutes arrive after all, some of them too late.
            await look(decided)
            await arrive(minutes.filter(({ minute }) => lost.includes(minute)))
            await look(decided)
            const twin = await publish()
            await look()
            const story = await events(id)
            expect(await events(twin)).toEqual(story)
            // And recomputed by the pure engine from the stored rows only.
            const terms = {
              ...validDraft,
              break_even_after: 1,
              entry_low: '1.08500',
              digits: 5,
              publishedAt: start,
              expiresAt: start + 1440 * MINUTE,
            } as Terms
            const known = await inTransaction(pool, (client) =>
              new KnownMinutes(client, 'EURUSD', instrument!.session, start).next(),
            )
            expect(
              settle(terms, [], known.candles).map(({ at, kind, price: level, r }) =>
                [(at - start) / MINUTE, kind, level, r].filter((part) => part !== null).join(' '),
              ),
            ).toEqual(story)
            if (/stopped|closed/.test(story.at(-1) ?? '')) ended += 1
            written += (await gaps()).length
          }),
      ),
      { numRuns: 20 },
    )
    expect(ended).toBeGreaterThan(5)
    expect(written).toBeGreaterThan(5)
  }, 300_000)
})
