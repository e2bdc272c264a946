import fc from 'fast-check'
import type pg from 'pg'
import { type Gap, knownMarket } from 'trading/market/known-market'
import { sessionFromRow } from 'trading/market/sessions'
import { type MinutesLine, readLine } from 'trading/signal-minutes'
import type { Candle } from 'trading/trade'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepHours, type Product, product } from '../product.ts'

const MINUTE = 60_000
const SPAN = 90

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await keepHours(vigie.admin)
}, 60_000)
afterAll(() => vigie.stop())

/** Start times an hour before an event: market open or close, end of day, clock change, early close. */
const MOMENTS = [
  ['EURUSD', '2026-11-22T21:15Z'],
  ['EURUSD', '2026-11-20T21:15Z'],
  ['EURUSD', '2026-03-08T20:15Z'],
  ['EURUSD', '2026-11-18T23:15Z'],
  ['XAUUSD', '2026-11-18T21:15Z'],
  ['FRA40', '2026-12-24T12:30Z'],
  ['NAS100', '2026-11-26T17:15Z'],
  ['BTCUSD', '2026-10-25T00:15Z'],
] as const

/** The state of the minutes from a given one on: stored, lost, or recorded as missing, with or without prices. */
const stretch = fc.record({
  minutes: fc.integer({ min: 1, max: 25 }),
  fate: fc.constantFrom('stored', 'stored', 'stored', 'lost', 'no_trade', 'no_data', 'overruled'),
})
const plan = fc.record({
  moment: fc.constantFrom(...MOMENTS),
  /** Published within a minute, or at its beginning. */
  seconds: fc.constantFrom(0, 0.001, 59.999),
  asked: fc.integer({ min: 0, max: 30 }),
  stretches: fc.array(stretch, { minLength: 1, maxLength: 12 }),
})

it('the minutes kept of a signal are those that the engine decides on, whatever is missing or written down', async () => {
  const client = await vigie.admin.connect()
  let holes = 0
  let bars = 0
  try {
    await fc.assert(
      fc.asyncProperty(plan, async ({ moment: [symbol, begin], seconds, asked, stretches }) => {
        const start = Date.parse(begin)
        const { stored, gaps } = market(start, stretches)
        const from = start + asked * MINUTE + seconds * 1000
        const until = start + SPAN * MINUTE
        await client.query('begin')
        await store(client, symbol, stored, gaps)
        const lines = await keptLines(client, symbol, from, until)
        const session = await sessionOf(client, symbol)
        await client.query('rollback')

        // Each minute is covered exactly once, and longer bars lie within a range without data.
        const first = Math.ceil(from / MINUTE) * MINUTE
        const covered = lines.flatMap((line) => {
          if ('absence' in line) return range(line.at, line.until)
          return line.candle.minutes === undefined ? [line.at] : []
        })
        expect(covered.toSorted((a, b) => a - b)).toEqual(range(first, until))

        const before = stored.findLast(({ openedAt }) => openedAt < from)
        const given = stored.filter(({ openedAt }) => openedAt >= from)
        const known = knownMarket(session, from, before ? [before, ...given] : given, gaps)
        const missing = lines.find((line) => 'absence' in line && line.absence === 'missing')
        const decided = lines.flatMap((line) =>
          'candle' in line && line.at < known.until ? [line.candle] : [],
        )
        expect(decided).toEqual(known.candles)
        if (known.hole) {
          holes += 1
          expect(missing?.at).toBeGreaterThanOrEqual(Math.max(known.hole.from, first))
          expect(missing?.at).toBeLessThan(known.hole.until)
        }
        bars += known.candles.filter(({ minutes }) => minutes !== undefined).length
      }),
      { numRuns: 150 },
    )
  } finally {
    client.release()
  }
  expect(holes).toBeGreaterThan(20)
  expect(bars).toBeGreaterThan(20)
}, 120_000)

const range = (from: number, until: number) =>
  Array.from({ length: Math.max(0, (until - from) / MINUTE) }, (_, minute) => from + minute * MINUTE)

/** Minutes from `start` on with their recorded gaps. A `no_data` range has five-minute bars. */
function market(
  start: number,
  stretches: readonly { minutes: number; fate: string }[],
): { stored: Candle[]; gaps: Gap[] } {
  const stored: Candle[] = []
  const gaps: (Gap & { reason: string })[] = []
  let at = start
  for (const { minutes, fate } of stretches) {
    const until = Math.min(at + minutes * MINUTE, start + SPAN * MINUTE)
    if (fate === 'stored' || fate === 'overruled') stored.push(...range(at, until).map((one) => candle(one)))
    if (fate === 'no_trade' || fate === 'no_data' || fate === 'overruled') {
      const bars =
        fate === 'no_data'
          ? range(at, until)
              .filter((one) => one % (5 * MINUTE) === 0 && one + 5 * MINUTE <= until)
              .map((one) => candle(one, 5))
          : []
      if (until > at)
        gaps.push({ from: at, until, bars, reason: fate === 'no_data' ? 'no_data' : 'no_trade' })
    }
    at = until
  }
  return { stored, gaps }
}

/** Prices that encode their minute. */
function candle(openedAt: number, minutes?: number): Candle {
  const close = String(100 + ((openedAt / MINUTE) % 97))
  const bar = { openedAt, open: '100', high: '200', low: '50', close, spread: '1' }
  return minutes === undefined ? bar : { ...bar, minutes }
}

async function store(client: pg.PoolClient, symbol: string, stored: readonly Candle[], gaps: readonly Gap[]) {
  const column = (of: (one: Candle) => string) => stored.map(of)
  await client.query(`select private.store_candles('M1', 'test', $1, $2, $3, $4, $5, $6, $7)`, [
    column(() => symbol),
    column(({ openedAt }) => new Date(openedAt).toISOString()),
    column(({ open }) => open),
    column(({ high }) => high),
    column(({ low }) => low),
    column(({ close }) => close),
    column(({ spread }) => spread),
  ])
  for (const { from, until, bars, reason } of gaps as (Gap & { reason: string })[])
    await client.query(
      `insert into market_gaps (symbol, gap_from, gap_until, reason, source, bars) values ($1, $2, $3, $4, 'test', $5)`,
      [
        symbol,
        new Date(from).toISOString(),
        new Date(until).toISOString(),
        reason,
        JSON.stringify(
          bars.map(({ openedAt, ...bar }) => ({ opened_at: new Date(openedAt).toISOString(), ...bar })),
        ),
      ],
    )
}

async function keptLines(
  client: pg.PoolClient,
  symbol: string,
  from: number,
  until: number,
): Promise<MinutesLine[]> {
  const { rows } = await client.query<{ day: string; lines: number; minutes: string }>(
    `select day::text, lines, minutes from private.minutes_decided_on($1, to_timestamp($2::numeric / 1000), to_timestamp($3::numeric / 1000)) order by day`,
    [symbol, from, until],
  )
  return rows.flatMap(({ day, lines, minutes }) => {
    const texts = minutes.split('\n')
    expect(texts).toHaveLength(lines)
    return texts.map((text) => readLine(Date.parse(day), text) ?? expect.fail(`no line: ${text}`))
  })
}

async function sessionOf(client: pg.PoolClient, symbol: string) {
  const { rows } = await client.query<{ session: Parameters<typeof sessionFromRow>[0] }>(
    `select json_build_object('time_zone', time_zone, 'day_starts', day_starts,
       'market_hours', (select json_agg(h) from market_hours h where h.session = s.session),
       'market_closures', (select coalesce(json_agg(c), '[]') from market_closures c where c.session = s.session)) as session
       from instruments join market_sessions s using (session) where symbol = $1`,
    [symbol],
  )
  return sessionFromRow(rows[0]!.session)
}
