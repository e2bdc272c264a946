import fc from 'fast-check'
import { marketIsOpen, type Session, sessionDay, sessionFromRow } from 'trading/market/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, keepHours, type Product, product } from '../product.ts'

const MINUTE = 60_000
const MONDAY = Date.UTC(2026, 10, 16, 9)

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await keepHours(vigie.admin)
}, 60_000)
afterAll(() => vigie.stop())
beforeEach(() => vigie.admin.query('truncate candles'))

async function select<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await vigie.admin.query(text, values)).rows as Row[]
}

type Minute = { at: number; open: number; high: number; low: number; close: number }

const store = async (minutes: readonly Minute[], symbol = 'EURUSD', timeframe = 'M1') => {
  const [row] = await select<{ stored: number }>(
    'select private.store_candles($1, $2, $3, $4, $5, $6, $7, $8, $9) as stored',
    [
      timeframe,
      'test',
      minutes.map(() => symbol),
      minutes.map(({ at }) => new Date(at).toISOString()),
      minutes.map(({ open }) => open),
      minutes.map(({ high }) => high),
      minutes.map(({ low }) => low),
      minutes.map(({ close }) => close),
      minutes.map(({ at }) => (at / MINUTE) % 7),
    ],
  )
  return row?.stored
}
const everything = () =>
  select(
    `select timeframe, opened_at, open, high, low, close, spread from candles order by timeframe, opened_at`,
  )

const instruments = () =>
  select<{ symbol: string; session: Parameters<typeof sessionFromRow>[0] }>(
    `select symbol, json_build_object('time_zone', time_zone, 'day_starts', day_starts,
       'market_hours', (select json_agg(h) from market_hours h where h.session = s.session),
       'market_closures', (select coalesce(json_agg(c), '[]') from market_closures c where c.session = s.session)) as session
       from instruments join market_sessions s using (session) order by symbol`,
  )

describe('the instruments', () => {
  it('have pips, digits and zones that hold together', async () => {
    const rows = await select<{ symbol: string }>(
      `select symbol from instruments left join pg_timezone_names as zones on zones.name = (select time_zone from market_sessions where session = instruments.session)
        where zones.name is null or pip_size < power(10::numeric, -digits) or scale(typical_spread) > digits + 3
          or (class = 'forex' and (pip_size <> case quote_currency when 'JPY' then 0.01 else 0.0001 end or contract_size <> 100000))`,
    )
    expect(rows).toEqual([])
    expect(
      await select('select class, count(*)::int from instruments group by class order by class'),
    ).toEqual([
      { class: 'crypto', count: 2 },
      { class: 'forex', count: 28 },
      { class: 'index', count: 10 },
      { class: 'metal', count: 2 },
    ])
    expect(await select('select sort from instruments group by sort having count(*) > 1')).toEqual([])
  })

  it('have hours that do not overlap', async () => {
    expect(
      await select(
        'select a.session from market_hours a join market_hours b on a.session = b.session and a.opens < b.opens and a.closes > b.opens',
      ),
    ).toEqual([])
  })
})

/** Good Friday and Easter Monday, American holidays, early closes. */
const HOLIDAYS = ['2026-04-03', '2027-03-29', '2026-07-03', '2026-11-26', '2027-12-24', '2028-12-26']

describe('the sessions', () => {
  it.each([
    ['GER40', '2026-04-03T10:00Z', false, 'Good Friday'],
    ['GER40', '2026-04-06T10:00Z', false, 'Easter Monday'],
    ['GER40', '2026-04-07T10:00Z', true, 'the day after'],
    ['GER40', '2026-12-24T10:00Z', false, 'Christmas Eve, Eurex'],
    ['FRA40', '2026-05-01T10:00Z', false, 'Labour Day'],
    ['FRA40', '2026-12-24T12:59Z', true, 'Christmas Eve, before 14:05 in Paris'],
    ['FRA40', '2026-12-24T13:05Z', false, 'Christmas Eve, from 14:05 in Paris'],
    ['ITA40', '2028-08-15T10:00Z', false, 'Assumption in Milan'],
    ['FRA40', '2028-08-15T10:00Z', true, 'Assumption in Paris'],
    ['UK100', '2026-05-04T10:00Z', false, 'the early May bank holiday'],
    ['UK100', '2026-05-25T10:00Z', false, 'the spring bank holiday'],
    ['UK100', '2026-08-31T10:00Z', false, 'the summer bank holiday'],
    ['UK100', '2026-12-28T10:00Z', false, 'Boxing Day given on Monday'],
    ['UK100', '2027-12-28T10:00Z', false, 'Boxing Day of 2027 given on Tuesday'],
    ['UK100', '2028-01-03T10:00Z', false, 'New Year of 2028 given on Monday'],
    ['ESP35', '2026-12-31T13:00Z', false, 'New Year’s Eve from 14:00 in Madrid'],
    ['NAS100', '2026-04-03T14:00Z', false, 'Good Friday in America'],
    ['XAUUSD', '2026-04-03T14:00Z', false, 'Good Friday of gold'],
    ['EURUSD', '2026-04-03T14:00Z', true, 'Good Friday of currencies'],
    ['NAS100', '2026-11-26T17:59Z', true, 'Thanksgiving before 13:00 in New York'],
    ['NAS100', '2026-11-26T18:00Z', false, 'Thanksgiving from 13:00'],
    ['NAS100', '2026-11-26T23:00Z', true, 'Thanksgiving from 18:00'],
    ['NAS100', '2026-11-27T18:15Z', false, 'the day after Thanksgiving from 13:15'],
    ['NAS100', '2026-07-03T17:00Z', false, 'Independence Day kept on the Friday before'],
    ['NAS100', '2027-07-05T17:00Z', false, 'Independence Day kept on the Monday after'],
    ['NAS100', '2026-06-19T17:00Z', false, 'Juneteenth'],
    ['NAS100', '2026-01-19T18:00Z', false, 'Martin Luther King’s day'],
    ['JPN225', '2026-04-03T02:00Z', true, 'Good Friday in Osaka'],
  ])('trade %s at %s: %s (%s)', async (symbol, at, open) => {
    expect(await select('select market_is_open($1, $2) as open', [symbol, at])).toEqual([{ open }])
  })

  it('know Easter, as its tables have it', async () => {
    const years = [1961, 2000, 2008, 2024, 2026, 2027, 2028, 2029, 2030, 2038]
    expect(
      await select(
        `select private.easter_sunday(year)::text as day from unnest($1::int[]) with ordinality as y (year, place) order by place`,
        [years],
      ),
    ).toEqual(
      [
        '1961-04-02',
        '2000-04-23',
        '2008-03-23',
        '2024-03-31',
        '2026-04-05',
        '2027-03-28',
        '2028-04-16',
        '2029-04-01',
        '2030-04-21',
        '2038-04-25',
      ].map((day) => ({ day })),
    )
  })

  it('say the same in SQL and in TypeScript, around every change of the clocks and at random', async () => {
    const sessions = await instruments()
    const times: number[] = []
    for (const day of [
      '2026-03-08',
      '2026-03-29',
      '2026-10-25',
      '2026-11-01',
      '2026-12-25',
      '2027-01-01',
      ...HOLIDAYS,
    ]) {
      for (
        let at = Date.parse(day) - 50 * 3_600_000;
        at < Date.parse(day) + 50 * 3_600_000;
        at += 30 * MINUTE
      )
        times.push(at)
    }
    for (const { sample } of fc.sample(fc.record({ sample: fc.integer({ min: 0, max: 2 * 525_600 }) }), {
      numRuns: 400,
      seed: 7,
    }))
      times.push(Date.UTC(2026, 0, 1) + sample * MINUTE)
    const told = await select<{ symbol: string; at: string; open: boolean; day: string }>(
      `select symbol, (extract(epoch from at) * 1000)::bigint as at, market_is_open(symbol, at) as open,
              (extract(epoch from private.candle_opening('D1', at, time_zone, day_starts)) * 1000)::bigint as day
         from instruments join market_sessions using (session), unnest($1::timestamptz[]) as at
        where symbol in ('EURUSD', 'XAUUSD', 'NAS100', 'GER40', 'UK100', 'ESP35', 'JPN225', 'BTCUSD')`,
      [times.map((at) => new Date(at).toISOString())],
    )
    expect(told).toHaveLength(times.length * 8)
    const byName = new Map<string, Session>(
      sessions.map(({ symbol, session }) => [symbol, sessionFromRow(session)]),
    )
    const wrong = told.filter(({ symbol, at, open, day }) => {
      const session = byName.get(symbol) as Session
      return marketIsOpen(session, Number(at)) !== open || sessionDay(session, Number(at)) !== Number(day)
    })
    expect(wrong.map(({ symbol, at }) => `${symbol} ${new Date(Number(at)).toISOString()}`)).toEqual([])
  }, 30_000)

  it('know no unknown instrument', async () => {
    expect(await select(`select market_is_open('NOTHING', now()) as open`)).toEqual([{ open: null }])
  })
})

describe('stored candles', () => {
  it('sum up to the same longer candles however minutes are split, ordered or repeated', async () => {
    const walk = fc
      .array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.nat({ max: 5 }), fc.nat({ max: 5 })), {
        minLength: 2,
        maxLength: 400,
      })
      .map((steps) => {
        let price = 10_000
        return steps.map(([step, above, below], index): Minute => {
          const open = price
          price += step
          return {
            at: MONDAY + index * 3 * MINUTE,
            open,
            close: price,
            high: Math.max(open, price) + above,
            low: Math.min(open, price) - below,
          }
        })
      })
    const plan = walk.chain((minutes) =>
      fc.record({
        minutes: fc.constant(minutes),
        order: fc.shuffledSubarray(minutes, { minLength: minutes.length }),
        size: fc.integer({ min: 1, max: 60 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(plan, async ({ minutes, order, size }) => {
        await vigie.admin.query('truncate candles')
        expect(await store(minutes)).toBe(minutes.length)
        const whole = await everything()
        await vigie.admin.query('truncate candles')
        for (let at = 0; at < order.length; at += size) await store(order.slice(at, at + size))
        expect(await everything()).toEqual(whole)
        expect(await store(minutes)).toBe(0)
        expect(await everything()).toEqual(whole)
      }),
      { numRuns: 15 },
    )
  }, 120_000)

  it('are what their minutes say: first open, highest, lowest, last close', async () => {
    const minutes = [5, 1, 9, 3].map((price, index) => ({
      at: MONDAY + index * MINUTE,
      open: price,
      high: price + 1,
      low: price - 0.5,
      close: price + 0.5,
    }))
    await store(minutes.slice(2))
    await store(minutes.slice(0, 2))
    const [hour] = await select(
      `select open::float, high::float, low::float, close::float from candles where timeframe = 'H1'`,
    )
    expect(hour).toEqual({ open: 5, high: 10, low: 0.5, close: 3.5 })
  })

  it('begin the day of currencies at 17:00 in New York and that of Paris at midnight', async () => {
    const minute = (at: string) => ({ at: Date.parse(at), open: 1, high: 1, low: 1, close: 1 })
    await store([minute('2026-11-16T21:59:00Z'), minute('2026-11-16T22:00:00Z')])
    await store([minute('2026-11-16T20:59:00Z')], 'FRA40')
    expect(
      await select(`select symbol, opened_at from candles where timeframe = 'D1' order by symbol, opened_at`),
    ).toEqual([
      { symbol: 'EURUSD', opened_at: new Date('2026-11-15T22:00:00Z') },
      { symbol: 'EURUSD', opened_at: new Date('2026-11-16T22:00:00Z') },
      { symbol: 'FRA40', opened_at: new Date('2026-11-15T23:00:00Z') },
    ])
  })

  it('keep a coarse candle’s close when finer ones come later, and widen its range', async () => {
    await store([{ at: MONDAY, open: 10, high: 12, low: 9, close: 11 }], 'EURUSD', 'H1')
    await store([{ at: MONDAY + 5 * MINUTE, open: 10, high: 13, low: 10, close: 10.5 }])
    expect(
      await select(
        `select open::float, high::float, low::float, close::float from candles where timeframe in ('H1', 'H4') order by timeframe`,
      ),
    ).toEqual([
      { open: 10, high: 13, low: 9, close: 11 },
      { open: 10, high: 13, low: 9, close: 11 },
    ])
  })

  it('lie in a table of their month, also those that came before the table', async () => {
    const at = Date.UTC(2031, 4, 5, 10)
    await vigie.admin.query(
      `insert into candles (symbol, timeframe, opened_at, open, high, low, close, source) values ('EURUSD', 'M1', $1, 1, 1, 1, 1, 'test')`,
      [new Date(at + 5 * MINUTE).toISOString()],
    )
    await store([{ at, open: 1, high: 1, low: 1, close: 1 }])
    expect(
      await select(`select distinct tableoid::regclass::text as place from candles where timeframe = 'M1'`),
    ).toEqual([{ place: 'private.candles_minutes_2031_05' }])
    expect(await select(`select private.ensure_candle_months('2031-05-01', '2031-05-31') as made`)).toEqual([
      { made: 0 },
    ])
  })

  it('answer the outcome engine’s question by index, without opening a month before the one asked for', async () => {
    await vigie.admin.query(
      `insert into candles (symbol, timeframe, opened_at, open, high, low, close, source)
       select symbol, 'M1', at, 1, 1, 1, 1, 'test'
         from unnest('{EURUSD,GBPUSD,USDJPY,XAUUSD}'::text[]) as symbol,
              generate_series(timestamptz '2026-10-25', '2026-11-20', '2 minutes') as at`,
    )
    await vigie.admin.query('analyze candles')
    const plan = (
      await select<{ 'QUERY PLAN': string }>(
        `explain (costs off) select opened_at, open::text from candles
          where symbol = 'EURUSD' and timeframe = 'M1' and opened_at >= '2026-11-10' order by opened_at limit 10000`,
      )
    )
      .map((row) => row['QUERY PLAN'])
      .join('\n')
    expect(plan).toMatch(/candles_minutes_2026_11/)
    expect(plan).not.toMatch(/candles_minutes_2026_10|candles_longer/)
    expect(plan).not.toMatch(/Seq Scan on candles_minutes_2026_11/)
  })
})

describe('candle_gaps', () => {
  const flat = (at: number): Minute => ({ at, open: 1, high: 1, low: 1, close: 1 })
  const gaps = (timeframe: string, from: string, until: string, symbol = 'EURUSD') =>
    select<{ gap_from: Date; gap_until: Date; missing: number }>(
      'select * from candle_gaps($1, $2, $3, $4)',
      [symbol, timeframe, from, until],
    )

  it('finds what is missing inside sessions, and nothing on a weekend', async () => {
    const friday = Date.parse('2026-11-20T21:50:00Z')
    const sunday = Date.parse('2026-11-22T22:00:00Z')
    await store([0, 1, 2, 3, 4, 7, 8, 9].map((minute) => flat(friday + minute * MINUTE)))
    await store([2, 3].map((minute) => flat(sunday + minute * MINUTE)))
    expect(await gaps('M1', '2026-11-20T21:50:00Z', '2026-11-22T22:04:00Z')).toEqual([
      { gap_from: new Date(friday + 5 * MINUTE), gap_until: new Date(friday + 7 * MINUTE), missing: 2 },
      { gap_from: new Date(sunday), gap_until: new Date(sunday + 2 * MINUTE), missing: 2 },
    ])
  })

  it('counts days by the session', async () => {
    await store([flat(Date.parse('2026-11-16T12:00:00Z')), flat(Date.parse('2026-11-18T12:00:00Z'))])
    expect(await gaps('D1', '2026-11-15T22:00:00Z', '2026-11-23T22:00:00Z')).toEqual([
      { gap_from: new Date('2026-11-16T22:00:00Z'), gap_until: new Date('2026-11-17T22:00:00Z'), missing: 1 },
      { gap_from: new Date('2026-11-18T22:00:00Z'), gap_until: new Date('2026-11-23T22:00:00Z'), missing: 3 },
    ])
  })

  it('refuses what is no timeframe and more than it can check at once', async () => {
    await expect(gaps('M2', '2026-11-20', '2026-11-21')).rejects.toMatchObject({ code: '22023' })
    await expect(gaps('M1', '2020-01-01', '2026-01-01')).rejects.toMatchObject({ code: '22023' })
  })
})

describe('who may', () => {
  const OUTCOMES: [string, string, (actor: string) => string | null][] = [
    ['read the feeds', 'select from market_feeds', () => null],
    ['read the hours', 'select from market_hours', () => null],
    [
      'write a feed',
      `insert into market_feeds values ('forex', 'x', 'live', now(), now(), now(), null, now())`,
      (actor) => (actor === 'service_role' ? null : '42501'),
    ],
    [
      'change the hours',
      `update market_hours set closes = 10080 where session = 'forex' and opens = 9660`,
      (actor) => (actor === 'service_role' ? null : '42501'),
    ],
    [
      'ask for gaps',
      `select * from candle_gaps('EURUSD', 'M1', now() - interval '1 hour', now())`,
      (actor) => (actor === 'visitor' ? '42501' : null),
    ],
    [
      'ask whether a market is open',
      `select market_is_open('EURUSD', now())`,
      (actor) => (actor === 'visitor' ? '42501' : null),
    ],
    [
      'store candles',
      `select private.store_candles('M1', 'x', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
      () => '42501',
    ],
    ['make months', `select private.ensure_candle_months(now(), now())`, () => '42501'],
    ['let minutes go', `select private.forget_simulated_minutes(now())`, () => '42501'],
    [
      'report a feed',
      `select private.report_feed('forex', 'x', 'live', now(), now(), now(), null, now())`,
      () => '42501',
    ],
    ['read what is stale', 'select from stale_instruments', () => null],
    [
      'write what is stale',
      `insert into stale_instruments values ('EURUSD', 'forex', now(), 'refused')`,
      (actor) => (actor === 'service_role' ? null : '42501'),
    ],
    [
      'report what is stale',
      `select private.report_stale_instruments('forex', '{}', '{}', '{}')`,
      () => '42501',
    ],
    [
      'write down a gap',
      `select private.record_gap('EURUSD', now() - interval '1 minute', now(), 'no_data', 'x')`,
      () => '42501',
    ],
    [
      'wait for minutes',
      `select private.await_minutes('EURUSD', now() - interval '1 minute', now(), now(), '1 hour')`,
      () => '42501',
    ],
    ['end the waits', `select private.keep_waits('{}', '{}')`, () => '42501'],
    ['hold the minutes', `select private.lock_minutes('EURUSD')`, () => '42501'],
    ['look for longer bars', `select private.bars_within('EURUSD', 'x', now(), now())`, () => '42501'],
    ['read what was refused', 'select from private.refused_market_data', () => '42501'],
    ['read a month’s table past its policy', 'select from private.candles_minutes_other', () => '42501'],
  ]
  for (const [what, statement, expected] of OUTCOMES) {
    it(`${what}: everybody as listed`, async () => {
      for (const actor of ACTORS) {
        const { refused } = await attempt(vigie, actor, statement)
        expect({ actor, refused }).toEqual({ actor, refused: expected(actor) })
      }
    })
  }
})

describe('report_feed', () => {
  it('tells a change once, on the quotes’ channel, and keeps since when', async () => {
    const report = (state: string, at: string) =>
      select<{ changed: boolean }>(
        `select private.report_feed('metal', 'test', $1, $2, null, $2, null, $2) as changed`,
        [state, at],
      )
    expect(await report('live', '2026-11-16T10:00:00Z')).toEqual([{ changed: true }])
    expect(await report('live', '2026-11-16T10:01:00Z')).toEqual([{ changed: false }])
    expect(await report('stale', '2026-11-16T10:02:00Z')).toEqual([{ changed: true }])
    expect(await report('stale', '2026-11-16T10:05:00Z')).toEqual([{ changed: false }])
    expect(await select(`select state, since, seen_at from market_feeds where class = 'metal'`)).toEqual([
      { state: 'stale', since: new Date('2026-11-16T10:02:00Z'), seen_at: new Date('2026-11-16T10:05:00Z') },
    ])
    expect(
      await select(
        `select payload ->> 'state' as state from realtime.messages where topic = 'market:quotes' and event = 'feed' order by inserted_at`,
      ),
    ).toEqual([{ state: 'live' }, { state: 'stale' }])
  })
})

describe('report_stale_instruments', () => {
  it('lists what is stale of a class and nothing else, keeps since when, and tells each change once', async () => {
    await vigie.admin.query(`delete from realtime.messages where topic = 'market:quotes'`)
    const report = async (kind: string, symbols: string[], at: string, reason: string) =>
      (
        await select<{ changed: boolean }>(
          'select private.report_stale_instruments($1, $2, $3, $4) as changed',
          [kind, symbols, symbols.map(() => at), symbols.map(() => reason)],
        )
      )[0]?.changed
    const listed = () => select<object>('select symbol, since, reason from stale_instruments order by symbol')
    expect(await report('crypto', ['BTCUSD'], '2026-11-16T10:00:00Z', 'refused')).toBe(true)
    expect(await report('crypto', ['BTCUSD'], '2026-11-16T10:05:00Z', 'refused')).toBe(false)
    expect(await report('metal', ['XAUUSD'], '2026-11-16T10:05:00Z', 'no_quotes')).toBe(true)
    expect(await listed()).toEqual([
      { symbol: 'BTCUSD', since: new Date('2026-11-16T10:00:00Z'), reason: 'refused' },
      { symbol: 'XAUUSD', since: new Date('2026-11-16T10:05:00Z'), reason: 'no_quotes' },
    ])
    expect(await report('crypto', [], '', '')).toBe(true)
    expect(await report('metal', [], '', '')).toBe(true)
    expect(await listed()).toEqual([])
    expect(
      await select(
        `select payload -> 'stale' as stale from realtime.messages where topic = 'market:quotes' and event = 'feed' order by inserted_at`,
      ),
    ).toEqual([{ stale: ['BTCUSD'] }, { stale: ['XAUUSD'] }, { stale: [] }, { stale: [] }])
  })
})
