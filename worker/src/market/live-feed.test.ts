import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StandIn, standIn } from '../../../server/src/testing/stand-in.ts'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { coinbase } from './coinbase.ts'
import { kraken } from './kraken.ts'
import { type LiveFeedOptions, runLiveFeed } from './live-feed.ts'
import type { MarketClass } from './provider.ts'
import { twelveData } from './twelve-data.ts'
import type { Venue } from './venue.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MONDAY = Date.UTC(2026, 10, 23, 9, 30, 20)
const said: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void said.push(line) })

let project: TestProject
let pool: Pool
let venue: StandIn
let clock = MONDAY
let stop: () => Promise<void> = async () => {}

beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 6, log)
  await prepareQueue(pool, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})
beforeEach(async () => {
  clock = MONDAY
  said.length = 0
  venue = await standIn()
  await pool.query(
    `truncate public.candles, private.refused_market_data; delete from public.quotes; delete from public.market_feeds; delete from public.stale_instruments; delete from realtime.messages`,
  )
})
afterEach(async () => {
  await stop()
  await venue.stop()
})

async function rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await pool.query(sql, values)).rows as T[]
}

function start(from: Venue, classes: MarketClass[], more: Partial<LiveFeedOptions> = {}) {
  const stopping = new AbortController()
  const running = runLiveFeed(
    {
      pool,
      venue: from,
      classes,
      quoteIntervalMs: 20,
      history: 'short',
      log,
      now: () => clock,
      idleMs: 5,
      reconnectMs: 20,
      timeoutMs: 2000,
      ...more,
    },
    stopping.signal,
  )
  stop = async () => {
    stopping.abort()
    await running
    stop = async () => {}
  }
}
const atKraken = () => kraken(venue.http, venue.ws)
/** Only bitcoin, with its history known, so that a test sees only its own minutes. */
async function knownUntil(until: number, symbol = 'BTCUSD', source = 'kraken', price = '96500') {
  await pool.query(
    `select private.store_candles('M1', $1, array[$2], array[$3::timestamptz], array[$4::numeric], array[$4::numeric], array[$4::numeric], array[$4::numeric], array[1::numeric])`,
    [source, symbol, new Date(until - MINUTE).toISOString(), price],
  )
}

type Row = [number, string, string, string, string]
/** Kraken's recorded answer: time, open, high, low, close, vwap, volume, count; the last bar still grows. */
const ohlc = (bars: Row[]) => ({
  body: JSON.stringify({
    error: [],
    result: {
      XXBTZUSD: bars.map(([at, ...prices]) => [at / 1000, ...prices, prices[3], '1.5', 12]),
      last: MONDAY / 1000,
    },
  }),
})
const bar = (at: number, close = '96510.0'): Row => [at, '96500.0', '96520.0', '96490.0', close]
const ticker = (bid: number, ask: number, at = clock, symbol = 'BTC/USD') => ({
  channel: 'ticker',
  type: 'update',
  data: [{ symbol, bid, bid_qty: 0.8, ask, ask_qty: 1.2, last: bid, timestamp: new Date(at).toISOString() }],
})
const minuteOf = (at: number) => at - (at % MINUTE)
const stored = () =>
  rows<{ opened_at: Date; close: string }>(
    `select opened_at, close::text from public.candles where timeframe = 'M1' and symbol = 'BTCUSD' order by opened_at`,
  )
const refusals = () =>
  rows<{ symbol: string; reason: string }>(
    'select symbol, reason from private.refused_market_data order by id',
  )
const feedRow = async (kind = 'crypto') =>
  (
    await rows<{ state: string; reason: string | null; since: Date; source: string }>(
      'select state, reason, since, source from public.market_feeds where class = $1',
      [kind],
    )
  )[0]

describe('a feed of Kraken', () => {
  it('fills the available history, then follows the minutes; a growing bar is not stored', async () => {
    venue.answer = (url) => {
      const width = Number(url.searchParams.get('interval')) * MINUTE
      const from = (Number(url.searchParams.get('since')) + 1) * 1000
      const bars: Row[] = []
      for (let at = Math.ceil(from / width) * width; at <= clock && bars.length < 720; at += width)
        bars.push(bar(at))
      return ohlc(bars)
    }
    start(atKraken(), ['crypto'])
    await expect
      .poll(async () => (await stored()).at(-1)?.opened_at.getTime(), { timeout: 15_000 })
      .toBe(minuteOf(clock) - MINUTE)
    expect(venue.asked.map((url) => url.searchParams.get('pair'))).toContain('XBTUSD')
    const widths = new Set(venue.asked.map((url) => url.searchParams.get('interval')))
    expect([...widths].sort()).toEqual(['1', '5', '60'])
    const [gaps] = await rows<{ missing: number }>(
      `select count(*)::int as missing from candle_gaps('BTCUSD', 'M1', $1, $2)`,
      [new Date(minuteOf(clock) - 11 * HOUR), new Date(minuteOf(clock))],
    )
    expect(gaps).toEqual({ missing: 0 })
    clock += MINUTE
    await expect.poll(async () => (await stored()).at(-1)?.opened_at.getTime()).toBe(minuteOf(clock) - MINUTE)
    expect(await rows(`select distinct source from public.candles`)).toEqual([{ source: 'kraken' }])
    expect(await refusals()).toEqual([])
  }, 30_000)

  it('stores duplicated and unordered bars once, and aggregates them as if they had been ordered', async () => {
    const from = minuteOf(clock) - 3 * MINUTE
    await knownUntil(from)
    venue.answer = () =>
      ohlc([
        bar(from + 2 * MINUTE, '96515.0'),
        bar(from),
        bar(from + MINUTE),
        bar(from),
        bar(from + 2 * MINUTE, '96515.0'),
      ])
    start(atKraken(), ['crypto'])
    await expect.poll(stored).toHaveLength(4)
    expect(
      await rows(
        `select open::text, high::text, low::text, close::text from public.candles where timeframe = 'M30' and symbol = 'BTCUSD' and opened_at = '2026-11-23 09:00+00'`,
      ),
    ).toEqual([{ open: '96500', high: '96520.00', low: '96490.00', close: '96515.00' }])
    expect(await refusals()).toEqual([])
  })

  it('requests missing minutes at its start', async () => {
    const end = minuteOf(clock)
    for (const back of [10, 9, 8, 4, 3, 2, 1]) await knownUntil(end - (back - 1) * MINUTE)
    venue.answer = (url) => {
      const from = (Number(url.searchParams.get('since')) + 1) * 1000
      return ohlc([0, 1, 2, 3].map((minute) => bar(from + minute * MINUTE)))
    }
    start(atKraken(), ['crypto'])
    const missing = () =>
      rows(`select from candle_gaps('BTCUSD', 'M1', $1, $2)`, [new Date(end - 10 * MINUTE), new Date(end)])
    await expect.poll(missing, { timeout: 5000 }).toEqual([])
    expect((await stored()).filter(({ close }) => close === '96510.00').length).toBeGreaterThanOrEqual(3)
  })

  it.each<[string, Row, string]>([
    ['a negative price', [0, '-96500', '96520', '96490', '96510'], 'not_a_price'],
    ['what is no number', [0, 'NaN', '96520', '96490', '96510'], 'not_a_price'],
    ['an empty price', [0, '', '96520', '96490', '96510'], 'not_a_price'],
    ['a high below the low', [0, '96500', '96400', '96490', '96450'], 'high_below_low'],
    ['a close outside the range', [0, '96500', '96520', '96490', '96530'], 'outside_its_range'],
    ['a price far away', [0, '96500', '196500', '96490', '96510'], 'far_away'],
    ['a time between minutes', [30_000, '96500', '96520', '96490', '96510'], 'off_the_grid'],
    ['a minute yet to come', [40 * MINUTE, '96500', '96520', '96490', '96510'], 'in_the_future'],
  ])('refuses %s with a reason, and stores the bar next to it', async (_, [at, ...prices], reason) => {
    const from = minuteOf(clock) - 2 * MINUTE
    await knownUntil(from)
    venue.answer = () => ohlc([[from + at, ...prices] as Row, bar(from + MINUTE)])
    start(atKraken(), ['crypto'])
    await expect.poll(stored).toHaveLength(2)
    await expect.poll(refusals).toContainEqual({ symbol: 'BTCUSD', reason })
    expect((await stored()).map(({ opened_at }) => opened_at.getTime())).toEqual([
      from - MINUTE,
      from + MINUTE,
    ])
    const [range] = await rows<{ high: string; low: string }>(
      `select high::text, low::text from public.candles where timeframe = 'D1' and symbol = 'BTCUSD'`,
    )
    expect(range).toEqual({ high: '96520.00', low: '96490.00' })
  })

  it('pauses for as long as the venue asks, then continues where it was', async () => {
    const from = minuteOf(clock) - MINUTE
    await knownUntil(from)
    await knownUntil(from, 'ETHUSD')
    let busy = true
    venue.answer = () =>
      busy ? { status: 429, headers: { 'retry-after': '7' }, body: '{}' } : ohlc([bar(from)])
    start(atKraken(), ['crypto'])
    await expect.poll(() => venue.asked.length).toBe(1)
    busy = false
    clock += 6900
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(venue.asked).toHaveLength(1)
    expect(await stored()).toHaveLength(1)
    clock += 200
    await expect.poll(stored).toHaveLength(2)
  })

  it('recognises a refusal with status 200', async () => {
    const from = minuteOf(clock) - MINUTE
    await knownUntil(from)
    venue.answer = () => ({ body: '{"error":["EGeneral:Too many requests"]}' })
    start(atKraken(), ['crypto'])
    await expect.poll(() => said.join('')).toMatch(/Too many requests/)
    expect(await stored()).toHaveLength(1)
  })

  it('survives answers that never arrive or are not JSON, and is marked stale meanwhile', async () => {
    const from = minuteOf(clock) - MINUTE
    await knownUntil(from)
    let answers: 'never' | 'html' | 'good' = 'never'
    venue.answer = () =>
      answers === 'never'
        ? 'never'
        : answers === 'html'
          ? { body: '<html>maintenance</html>' }
          : ohlc([bar(from)])
    start(atKraken(), ['crypto'], { timeoutMs: 60 })
    await expect.poll(() => said.join('')).toMatch(/no answer within 60 ms/)
    answers = 'html'
    clock += 5 * MINUTE
    await expect.poll(() => said.join('')).toMatch(/without valid JSON/)
    await expect.poll(() => feedRow()).toMatchObject({ state: 'stale', reason: 'source_failed' })
    answers = 'good'
    clock += MINUTE
    await expect.poll(stored).toHaveLength(2)
  })

  it('reconnects with increasing delays when the socket drops, and subscribes again', async () => {
    venue.answer = () => ohlc([])
    venue.onSocket = (socket) => {
      if (venue.opened.length <= 4) socket.terminate()
    }
    start(atKraken(), ['crypto'])
    await expect.poll(() => venue.opened.length, { timeout: 10_000 }).toBe(5)
    const waits = venue.opened.slice(1).map((at, index) => at - (venue.opened[index] ?? 0))
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(20 * 2 ** index * 0.9)
    await expect.poll(() => venue.heard.filter((text) => text.includes('"subscribe"'))).toHaveLength(1)
    venue.send(ticker(96500.1, 96500.2))
    await expect
      .poll(() => rows('select bid::text, ask::text from public.quotes'))
      .toEqual([{ bid: '96500.10', ask: '96500.20' }])
    venue.drop()
    await expect.poll(() => venue.opened.length).toBe(6)
  })

  it('reconnects when the socket is silent', async () => {
    venue.answer = () => ohlc([])
    start(atKraken(), ['crypto'], { silenceMs: 80 })
    await expect.poll(() => venue.opened.length).toBeGreaterThan(1)
  })

  it('refuses quotes that go back in time, cross, jump or come from the future, and ignores unreadable ones', async () => {
    venue.answer = () => ohlc([])
    start(atKraken(), ['crypto'])
    await expect.poll(() => venue.heard.length).toBeGreaterThan(0)
    venue.send(ticker(96500, 96501, clock))
    venue.send('{"channel":"ticker","data":')
    venue.send({ channel: 'heartbeat' })
    venue.send(ticker(96400, 96401, clock - 5000))
    venue.send(ticker(96402, 96401, clock))
    venue.send(ticker(30000, 30001, clock))
    venue.send(ticker(96500, 96501, clock + 5 * MINUTE))
    venue.send(ticker(-1, 96501, clock))
    venue.send(ticker(96503, 96504, clock + 1000))
    await expect.poll(() => rows('select bid::text from public.quotes')).toEqual([{ bid: '96503.00' }])
    const reasons = async () => (await refusals()).map(({ reason }) => reason).sort()
    await expect.poll(reasons).toEqual(['crossed', 'far_away', 'goes_back', 'in_the_future', 'not_a_price'])
  })

  it('becomes stale when quotes stop during a session, reports since when, and recovers', async () => {
    const from = minuteOf(clock)
    await knownUntil(from)
    venue.answer = (url) =>
      ohlc(url.searchParams.get('pair') === 'XBTUSD' ? [bar(minuteOf(clock) - MINUTE)] : [])
    start(atKraken(), ['crypto'])
    await expect.poll(() => venue.heard.length).toBeGreaterThan(0)
    venue.send(ticker(96500, 96501))
    await expect.poll(() => feedRow()).toMatchObject({ state: 'live', source: 'kraken' })
    const frozen = clock
    clock += 2 * MINUTE
    await expect
      .poll(() => feedRow())
      .toEqual({ state: 'stale', reason: 'no_quotes', since: new Date(frozen), source: 'kraken' })
    venue.send(ticker(96510, 96511))
    await expect.poll(() => feedRow()).toMatchObject({ state: 'live', reason: null })
    const told = await rows<{ state: string }>(
      `select payload ->> 'state' as state from realtime.messages where event = 'feed' and payload ? 'state' order by inserted_at, id`,
    )
    expect(told.map(({ state }) => state)).toEqual(['live', 'stale', 'live'])
  })

  it('marks only the instrument with invalid or backdated quotes as stale, since its last valid one', async () => {
    const stale = () =>
      rows<{ symbol: string; reason: string; since: Date }>(
        'select symbol, reason, since from public.stale_instruments',
      )
    venue.answer = () => ohlc([])
    start(atKraken(), ['crypto'])
    await expect.poll(() => venue.heard.length).toBeGreaterThan(0)
    venue.send(ticker(96500, 96501))
    venue.send(ticker(3340, 3341, clock, 'ETH/USD'))
    await expect.poll(() => rows('select from public.quotes')).toHaveLength(2)
    expect(await stale()).toEqual([])
    const good = clock
    clock += 2 * MINUTE
    venue.send(ticker(96510, 96511))
    venue.send(ticker(3342, 3343, good - 5000, 'ETH/USD'))
    venue.send(ticker(-1, 3343, clock, 'ETH/USD'))
    await expect.poll(stale).toEqual([{ symbol: 'ETHUSD', reason: 'refused', since: new Date(good) }])
    expect(await feedRow()).toMatchObject({ state: 'live' })
    venue.send(ticker(3344, 3345, clock, 'ETH/USD'))
    await expect.poll(stale).toEqual([])
  })

  it('accepts nothing from a venue whose clock is five minutes ahead', async () => {
    const from = minuteOf(clock)
    await knownUntil(from)
    venue.answer = () => ohlc([bar(from + 4 * MINUTE)])
    start(atKraken(), ['crypto'])
    clock += MINUTE
    await expect.poll(() => venue.heard.length).toBeGreaterThan(0)
    venue.send(ticker(96500, 96501, clock + 5 * MINUTE))
    await expect.poll(refusals).toContainEqual({ symbol: 'BTCUSD', reason: 'in_the_future' })
    expect(await stored()).toHaveLength(1)
    expect(await rows('select from public.quotes')).toHaveLength(0)
  })
})

/** Recorded gaps are permanent, so each test that records some uses its own day. */
describe('a minute missing from a venue’s answer', () => {
  const gaps = () =>
    rows<{ from: Date; until: Date; reason: string }>(
      `select gap_from as from, gap_until as until, reason from public.market_gaps where symbol = 'BTCUSD' and gap_from >= $1 order by gap_from`,
      [new Date(clock - 2 * HOUR)],
    )
  const asked = (width = '1') =>
    venue.asked
      .filter(
        (url) => url.searchParams.get('interval') === width && url.searchParams.get('pair') === 'XBTUSD',
      )
      .map((url) => (Number(url.searchParams.get('since')) + 1) * 1000)

  it('is requested again while it may arrive, and stored in its place', async () => {
    clock += 24 * HOUR
    const from = minuteOf(clock) - 2 * MINUTE
    await knownUntil(from)
    let complete = false
    venue.answer = () =>
      ohlc(
        [...(complete ? [bar(from)] : []), bar(from + MINUTE), bar(from + 2 * MINUTE)].filter(
          ([at]) => at < minuteOf(clock),
        ),
      )
    start(atKraken(), ['crypto'])
    await expect.poll(stored, { timeout: 5000 }).toHaveLength(2)
    complete = true
    clock += MINUTE
    await expect.poll(stored, { timeout: 5000 }).toHaveLength(4)
    expect(await gaps()).toEqual([])
  })

  it('is requested once more when it is older, and then recorded as missing', async () => {
    clock += 36 * HOUR
    const from = minuteOf(clock) - 20 * MINUTE
    await knownUntil(from)
    venue.answer = () =>
      ohlc(
        Array.from({ length: 20 }, (_, minute) => bar(from + minute * MINUTE)).filter(
          (_, minute) => minute !== 5 && minute !== 6,
        ),
      )
    start(atKraken(), ['crypto'])
    const gone = { from: new Date(from + 5 * MINUTE), until: new Date(from + 7 * MINUTE), reason: 'no_trade' }
    await expect.poll(gaps, { timeout: 5000 }).toEqual([gone])
    expect(asked().filter((at) => at === from + 4 * MINUTE)).toHaveLength(1)
  })

  it('is recorded as without a trade when the venue has given later minutes for five minutes', async () => {
    clock += 48 * HOUR
    const from = minuteOf(clock)
    await knownUntil(from)
    venue.answer = () =>
      ohlc(
        [2, 3, 4, 5, 6, 7]
          .map((minute) => bar(from + minute * MINUTE))
          .filter(([at]) => at < minuteOf(clock)),
      )
    clock = from + 3 * MINUTE + 1000
    start(atKraken(), ['crypto'])
    await expect.poll(stored, { timeout: 5000 }).toHaveLength(2)
    expect(await gaps()).toEqual([])
    for (let minute = 4; minute <= 6; minute += 1) {
      clock = from + minute * MINUTE + 1000
      await expect.poll(stored, { timeout: 5000 }).toHaveLength(minute - 1)
    }
    expect(asked()).toContain(from)
    await expect
      .poll(gaps)
      .toEqual([{ from: new Date(from), until: new Date(from + MINUTE), reason: 'no_trade' }])
    clock = from + 7 * MINUTE + 1000
    await expect.poll(gaps, { timeout: 5000 }).toEqual([
      { from: new Date(from), until: new Date(from + MINUTE), reason: 'no_trade' },
      { from: new Date(from + MINUTE), until: new Date(from + 2 * MINUTE), reason: 'no_trade' },
    ])
  })

  it('is not considered without a trade if its bar was refused', async () => {
    clock += 72 * HOUR
    const from = minuteOf(clock) - 9 * MINUTE
    await knownUntil(from)
    venue.answer = () =>
      ohlc([bar(from), [from + MINUTE, '96500', '96400', '96490', '96450'], bar(from + 2 * MINUTE)])
    start(atKraken(), ['crypto'])
    await expect.poll(stored, { timeout: 5000 }).toHaveLength(3)
    clock += MINUTE
    await expect.poll(() => asked().length, { timeout: 5000 }).toBeGreaterThan(1)
    expect(await gaps()).toEqual([])
  })

  it('is requested in five-minute bars beyond the 720 bars that Kraken keeps', async () => {
    clock += 96 * HOUR
    const down = minuteOf(clock) - 30 * HOUR
    await knownUntil(down)
    venue.answer = (url) => {
      const width = Number(url.searchParams.get('interval')) * MINUTE
      const from = (Number(url.searchParams.get('since')) + 1) * 1000
      const oldest = Math.max(from, minuteOf(clock) - 720 * width)
      const bars: Row[] = []
      for (let at = Math.ceil(oldest / width) * width; at <= clock && bars.length < 720; at += width)
        bars.push(bar(at))
      return ohlc(bars)
    }
    start(atKraken(), ['crypto'])
    await expect
      .poll(async () => (await stored()).at(-1)?.opened_at.getTime(), { timeout: 15_000 })
      .toBe(minuteOf(clock) - MINUTE)
    expect(asked('5')).toContain(down)
    // Every minute of the pause is in a stored minute or in a complete five-minute bar.
    const [left] = await rows<{ minutes: number }>(
      `select count(*)::int as minutes from generate_series($1::timestamptz, $2::timestamptz - interval '1 minute', interval '1 minute') as minute
        where not exists (select from public.candles where symbol = 'BTCUSD' and source = 'kraken' and (
          (timeframe = 'M1' and opened_at = minute)
          or (timeframe = 'M5' and opened_at = date_bin('5 minutes', minute, '2000-01-01') and first_at = opened_at and last_at = opened_at + interval '4 minutes')))`,
      [new Date(down), new Date(minuteOf(clock))],
    )
    expect(left).toEqual({ minutes: 0 })
  }, 30_000)
})

describe('implausible prices', () => {
  const at = (minute: number, price: string): Row => [minute, price, price, price, price]

  it('are refused by the class’s limit, counted, and accepted once three minutes agree', async () => {
    clock += 120 * HOUR
    const from = minuteOf(clock)
    await knownUntil(from)
    const bars = [at(from, '70000'), at(from + MINUTE, '70010'), at(from + 2 * MINUTE, '70005')]
    venue.answer = () => ohlc(bars.filter(([opened]) => opened < minuteOf(clock)))
    clock = from + 2 * MINUTE + 1000
    start(atKraken(), ['crypto'])
    await expect.poll(refusals, { timeout: 5000 }).toContainEqual({ symbol: 'BTCUSD', reason: 'far_away' })
    expect(await stored()).toHaveLength(1)
    clock = from + 3 * MINUTE + 1000
    await expect.poll(stored, { timeout: 5000 }).toHaveLength(4)
    const [counted] = await rows<{ times: number }>(
      `select sum(times)::int as times from private.refused_market_data where reason = 'far_away'`,
    )
    expect(counted?.times).toBeGreaterThanOrEqual(2)
  })

  it('are also refused in the first quote, compared with the last stored close', async () => {
    await knownUntil(minuteOf(clock))
    venue.answer = () => ohlc([])
    start(atKraken(), ['crypto'])
    await expect.poll(() => venue.heard.length).toBeGreaterThan(0)
    venue.send(ticker(60000, 60001))
    await expect.poll(refusals, { timeout: 5000 }).toContainEqual({ symbol: 'BTCUSD', reason: 'far_away' })
    expect(await rows('select from public.quotes')).toHaveLength(0)
    // A real gap: five quotes over half a minute.
    for (let quote = 1; quote <= 5; quote += 1) {
      clock += 8000
      venue.send(ticker(60000 + quote, 60001 + quote))
    }
    await expect
      .poll(() => rows('select bid::text from public.quotes'), { timeout: 5000 })
      .toEqual([{ bid: '60005.00' }])
  })
})

describe('a feed of Coinbase', () => {
  it('reads its candles (newest first) and its ticker', async () => {
    const from = minuteOf(clock) - 2 * MINUTE
    await knownUntil(from, 'BTCUSD', 'coinbase')
    venue.answer = (url) => ({
      body: url.pathname.startsWith('/products/BTC-USD/')
        ? `[[${(from + MINUTE) / 1000},96480.55,96530.01,96500.00,96511.37,3.5],[${from / 1000},96490.1,96520.2,96499.9,96500,1.25]]`
        : '[]',
    })
    start(coinbase(venue.http, venue.ws), ['crypto'])
    await expect.poll(stored).toEqual([
      { opened_at: new Date(from - MINUTE), close: '96500' },
      { opened_at: new Date(from), close: '96500.00' },
      { opened_at: new Date(from + MINUTE), close: '96511.37' },
    ])
    await expect.poll(() => venue.heard.join()).toMatch(/"product_ids":\["BTC-USD","ETH-USD"\]/)
    venue.send({
      type: 'ticker',
      product_id: 'ETH-USD',
      price: '3340.01',
      best_bid: '3340.00',
      best_ask: '3340.02',
      time: '2026-11-23T09:30:19.123456Z',
    })
    await expect
      .poll(() => rows('select symbol, bid::text from public.quotes'))
      .toEqual([{ symbol: 'ETHUSD', bid: '3340.00' }])
  })
})

describe('a feed of Twelve Data', () => {
  const at = (credits: number) => twelveData('the-secret-key', credits, venue.http, venue.ws)
  const answer = (values: object[]) => ({
    body: JSON.stringify({ meta: { symbol: 'EUR/USD', interval: '1min' }, values, status: 'ok' }),
  })

  it('stays within its credits per minute, and never reveals its key', async () => {
    venue.answer = () => ({
      body: '{"code":429,"message":"You have run out of API credits for the-secret-key","status":"error"}',
      status: 429,
    })
    start(at(8), ['metal', 'forex'])
    await expect.poll(() => venue.asked.length).toBe(1)
    venue.answer = () => answer([])
    clock += MINUTE
    await expect.poll(() => venue.asked.length).toBe(9)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(venue.asked).toHaveLength(9)
    expect(venue.asked[0]?.searchParams.get('timezone')).toBe('UTC')
    expect(said.join('')).not.toMatch(/the-secret-key/)
  })

  it('reads its series and its single price, to which the usual spread is added', async () => {
    const from = minuteOf(clock) - MINUTE
    await knownUntil(from, 'XAUUSD', 'twelvedata', '2655')
    await knownUntil(from, 'XAGUSD', 'twelvedata', '31')
    venue.answer = (url) =>
      answer(
        url.searchParams.get('symbol') === 'XAU/USD'
          ? [
              {
                datetime: '2026-11-23 09:29:00',
                open: '2655.10',
                high: '2656.40',
                low: '2654.90',
                close: '2656.00',
              },
            ]
          : [],
      )
    start(at(60), ['metal'])
    await expect
      .poll(
        () =>
          rows(
            `select close::text, spread::text, source from public.candles where timeframe = 'M1' and symbol = 'XAUUSD' and opened_at = $1`,
            [new Date(from)],
          ),
        { timeout: 5000 },
      )
      .toEqual([{ close: '2656.00', spread: '0.25', source: 'twelvedata' }])
    await expect.poll(() => venue.heard.length).toBeGreaterThan(0)
    venue.send({
      event: 'price',
      symbol: 'XAU/USD',
      currency: 'USD',
      type: 'Physical Currency',
      timestamp: MONDAY / 1000,
      price: 2656.1,
    })
    await expect
      .poll(() => rows('select bid::text, ask::text from public.quotes'))
      .toEqual([{ bid: '2656.10', ask: '2656.35' }])
  })

  it('sends no request and reports closed outside market hours', async () => {
    clock = Date.UTC(2026, 10, 21, 12)
    for (const symbol of ['XAUUSD', 'XAGUSD'])
      await knownUntil(clock - 14 * HOUR, symbol, 'twelvedata', '2655')
    venue.answer = () => answer([])
    start(at(60), ['metal'], { history: 'short' })
    await expect.poll(() => feedRow('metal')).toMatchObject({ state: 'closed' })
    clock += 3 * MINUTE
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(venue.asked.length).toBe(0)
  })
})
