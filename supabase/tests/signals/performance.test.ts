import fc from 'fast-check'
import { fixed } from 'trading/decimal'
import { cancelledRate, performance } from 'trading/performance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PastSignal, writePast } from '../past.ts'
import { type Product, product, publish, withdraw } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

/** Runs a statement over a given past in a transaction that is rolled back. */
async function over(past: readonly PastSignal[], statement: string, values: unknown[] = []) {
  const client = await vigie.admin.connect()
  try {
    await client.query('begin')
    await writePast(client, past)
    return (await client.query(statement, values)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const recent = async (past: readonly PastSignal[], days = 90, symbol: string | null = null) =>
  (await over(past, 'select signal_performance($1, $2) as figures', [days, symbol]))[0].figures

const figures = async (past: readonly PastSignal[], filters: object = {}) =>
  (await over(past, 'select performance_figures($1) as figures', [JSON.stringify(filters)]))[0].figures

const text = (value: { toFixed(digits: number): string } | null | undefined, digits = 4) =>
  value === null || value === undefined ? null : fixed(value, digits)
const result = fc.integer({ min: -20_000, max: 40_000 }).map((points) => (points / 10_000).toFixed(4))

describe('performance_figures', () => {
  it('[S-100] gives the figures that trading/performance gives of the same rows', async () => {
    const past = fc.array(
      fc.record({
        r: fc.oneof(result, fc.constant('0.0000')),
        heldSeconds: fc.integer({ min: 1, max: 90_000 }),
        went: fc.option(fc.record({ best: fc.nat(30_000), worst: fc.nat(20_000) })),
      }),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(past, async (list) => {
        const [told] = await over(
          list.map(({ went, ...one }, index) => ({
            days: 85 - 2 * index,
            state: 'closed' as const,
            ...one,
            ...(went && {
              bestR: (went.best / 10_000).toFixed(4),
              worstR: (-went.worst / 10_000).toFixed(4),
            }),
          })),
          `select performance_figures() as figures, signal_performance(3650) -> 'curve' as curve, coalesce((select jsonb_agg(to_jsonb(rows) || jsonb_build_object('realised_r', realised_r::text, 'best_r', best_r(rows)::text, 'worst_r', worst_r(rows)::text) order by ended_at, signal_id) from performance_rows() as rows), '[]') as rows`,
        )
        const rows = told.rows as {
          ended_at: string
          realised_r: string
          published_at: string
          held_seconds: number
          best_r: string | null
          worst_r: string | null
        }[]
        const known = performance(
          rows.map((row) => ({
            at: row.ended_at,
            r: row.realised_r,
            publishedAt: row.published_at,
            heldSeconds: row.held_seconds,
            ...(row.best_r !== null && { bestR: row.best_r }),
            ...(row.worst_r !== null && { worstR: row.worst_r }),
          })),
        )
        const some = list.length > 0
        const at = (index: number | null | undefined) =>
          index === null || index === undefined ? null : (rows[index]?.ended_at ?? null)
        expect(told.figures).toMatchObject({
          ended: known.resolved,
          resolved: known.resolved,
          expired: 0,
          cancelled: 0,
          cancelled_rate: text(cancelledRate(0, known.resolved)),
          wins: known.wins,
          losses: known.losses,
          win_rate: text(known.winRate),
          win_rate_low: text(known.winRateInterval?.low),
          win_rate_high: text(known.winRateInterval?.high),
          average_win_r: text(known.averageWin),
          average_loss_r: text(known.averageLoss),
          expectancy_r: text(known.expectancy),
          expectancy_half_width_r: text(known.expectancyHalfWidth),
          profit_factor: text(known.profitFactor),
          max_drawdown_r: some ? text(known.maxDrawdown) : null,
          max_drawdown_from: at(known.drawdownSpan?.from),
          max_drawdown_to: at(known.drawdownSpan?.to),
          current_drawdown_r: some ? text(known.currentDrawdown) : null,
          measured: known.measured,
          average_best_r: text(known.averageBest),
          average_worst_r: text(known.averageWorst),
          max_open_drawdown_r: text(known.maxOpenDrawdown),
          longest_wins: known.longestWins,
          longest_wins_from: at(known.winsSpan?.from),
          longest_wins_to: at(known.winsSpan?.to),
          longest_losses: known.longestLosses,
          longest_losses_from: at(known.lossesSpan?.from),
          longest_losses_to: at(known.lossesSpan?.to),
          median_held_seconds: text(known.medianHeldSeconds, 1),
          total_r: some ? text(known.total) : null,
          r_per_month: text(known.perMonth),
          sample: known.sample,
        })
        expect(told.curve.map(({ r }: { r: string }) => r)).toEqual(known.curve.map(({ r }) => text(r)))
        expect(
          told.figures.distribution.map(({ from, count }: { from: string; count: number }) => [
            Number(from),
            count,
          ]),
        ).toEqual(known.distribution.map(({ from, count }) => [from.toNumber(), count]))
      }),
      {
        numRuns: 60,
        // A half width of exactly 0.29155: both implementations must round the tie the same way.
        examples: [
          [
            [
              { r: '2.9133', heldSeconds: 1, went: null },
              { r: '2.6158', heldSeconds: 1, went: null },
            ],
          ],
        ],
      },
    )
  }, 90_000)

  it('leaves what each filter asks for', async () => {
    const other = '00000000-0000-4000-8000-000000000002'
    // A Thursday, when London is open and New York is not.
    const enteredAt = '2026-11-19T10:00:00Z'
    const past: PastSignal[] = [
      { days: 1, state: 'closed', r: '1', enteredAt },
      {
        days: 20,
        state: 'closed',
        r: '-1',
        symbol: 'GBPUSD',
        timeframe: 'M15',
        style: 'scalp',
        tier: 'freemium',
        direction: 'sell',
        author: other,
        enteredAt: '2026-11-03T02:00:00Z',
      },
    ]
    const filters = {
      symbol: 'GBPUSD',
      timeframe: 'M15',
      style: 'scalp',
      tier: 'freemium',
      direction: 'sell',
      author: other,
      weekday: 2,
      session: 'asia',
      to: '2026-11-10T00:00:00Z',
    }
    for (const [name, value] of Object.entries(filters)) {
      expect(await figures(past, { [name]: value }), name).toMatchObject({ resolved: 1, total_r: '-1.0000' })
    }
    expect(await figures(past, { from: '2026-11-10T00:00:00Z' })).toMatchObject({ total_r: '1.0000' })
    expect(await figures(past, { weekday: 4, session: 'london' })).toMatchObject({ total_r: '1.0000' })
    expect(await figures(past, { ...filters, direction: 'buy' })).toMatchObject({
      resolved: 0,
      win_rate: null,
    })
  })

  it('refuses a filter that it does not know, and values that are none', async () => {
    const refusal = async (filters: object) =>
      (await vigie.as.visitor.rpc('performance_figures', { filters })).error
    expect(await refusal({ realised_r: '1' })).toMatchObject({
      code: '22023',
      message: 'unknown_filter',
      hint: 'realised_r',
    })
    expect((await refusal({ days: 'soon' }))?.code).toBe('22P02')
    expect((await refusal({ author: 'me' }))?.code).toBe('22P02')
    expect(await refusal({ symbol: "x' or true --" })).toBeNull()
  })
})

describe('performance_breakdowns', () => {
  it('gives in each part what performance_figures gives for its filter, and in the parts of a dimension the whole', async () => {
    const pick = <T>(...values: T[]) => fc.constantFrom(...values)
    const past = fc.array(
      fc.record({
        r: result,
        symbol: pick('EURUSD', 'XAUUSD'),
        timeframe: pick('M15', 'H1'),
        style: pick('scalp', 'swing'),
        tier: pick('freemium', 'premium'),
        direction: pick('buy', 'sell'),
        hour: fc.integer({ min: 0, max: 1000 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(past, async (list) => {
        const rows = await over(
          list.map(({ hour, ...one }) => ({
            days: 1,
            state: 'closed' as const,
            enteredAt: new Date(Date.UTC(2026, 9, 1, hour)).toISOString(),
            ...one,
          })),
          `select parts.*, figures from performance_breakdowns() as parts, performance_figures(case
             when dimension = 'weekday_session' then jsonb_build_object('weekday', value, 'session', session)
             else jsonb_build_object(dimension, value) end) as figures`,
        )
        for (const { dimension, value, session, label, figures: whole, ...part } of rows) {
          expect(label).toBe(dimension === 'author' ? 'x' : null)
          expect(whole, `${dimension} ${value} ${session}`).toMatchObject({
            ...part,
            resolved: Number(part.resolved),
            wins: Number(part.wins),
            losses: Number(part.losses),
          })
        }
        const dimensions = new Set(rows.map(({ dimension }) => dimension))
        expect(dimensions.size).toBe(9)
        for (const dimension of dimensions) {
          const parts = rows.filter((row) => row.dimension === dimension)
          expect(
            parts.reduce((sum, { resolved }) => sum + Number(resolved), 0),
            dimension,
          ).toBe(list.length)
        }
      }),
      { numRuns: 20 },
    )
  }, 60_000)

  it('puts a moment into the session whose hours it lies in, in summer and winter', async () => {
    const moments = {
      // London 8:00 is 7:00 UTC in summer; New York 8:00 is 12:00 UTC in summer and 13:00 in winter.
      '2026-07-01T06:59:00Z': 'asia',
      '2026-07-01T07:00:00Z': 'london',
      '2026-07-01T12:00:00Z': 'new_york',
      '2026-07-01T20:59:59Z': 'new_york',
      '2026-07-01T21:00:00Z': 'between',
      '2026-01-15T12:00:00Z': 'london',
      '2026-01-15T13:00:00Z': 'new_york',
      '2026-01-15T23:59:00Z': 'between',
      '2026-01-16T00:00:00Z': 'asia',
    }
    for (const [moment, session] of Object.entries(moments)) {
      const { rows } = await vigie.admin.query('select private.market_session($1) as session', [moment])
      expect(rows[0].session, moment).toBe(session)
    }
  })
})

describe('signal_performance', () => {
  it('counts every signal of the period once, and results only of those that were entered and ended', async () => {
    const past: PastSignal[] = [
      { days: 1, state: 'closed', r: '1' },
      { days: 2, state: 'closed', r: '0' },
      { days: 3, state: 'expired', r: null },
      { days: 4, state: 'cancelled', r: null },
      { days: 5, state: 'active', r: null },
      { days: 6, state: 'pending', r: null },
      { days: 91, state: 'closed', r: '-1' },
    ]
    expect(await recent(past)).toMatchObject({
      published: 6,
      ended: 4,
      resolved: 2,
      expired: 1,
      cancelled: 1,
      cancelled_rate: '0.2500',
      open: 2,
      wins: 1,
      losses: 0,
      total_r: '1.0000',
    })
    expect(await recent(past, 365)).toMatchObject({
      published: 7,
      resolved: 3,
      losses: 1,
      total_r: '0.0000',
    })
    expect(await recent(past, 90, 'GBPUSD')).toMatchObject({ published: 0, resolved: 0 })
  })

  it('is null without results', async () => {
    const { data } = await vigie.as.visitor.rpc('signal_performance', { days: 90, symbol: 'FRA40' })
    const counts = {
      published: 0,
      ended: 0,
      resolved: 0,
      measured: 0,
      expired: 0,
      cancelled: 0,
      open: 0,
      wins: 0,
      losses: 0,
    }
    const said = Object.entries(data as object).filter(([, value]) => value !== null)
    expect(Object.fromEntries(said)).toEqual({
      ...counts,
      longest_wins: 0,
      longest_losses: 0,
      sample: 'insufficient',
      demonstration: false,
      distribution: [],
      curve: [],
    })
  })

  it('[S-90] may be asked by visitors, with any number of days', async () => {
    for (const days of [1, 90, 3650, 0, -5, 2_000_000_000]) {
      expect((await vigie.as.visitor.rpc('signal_performance', { days })).error).toBeNull()
    }
  })
})

// Must run last: published rows remain, and the tests above count the whole record.
describe('signal_results', () => {
  it('[S-100] tells nothing of a premium signal that is open: every figure, row and breakdown is the same before and after it', async () => {
    const ask = async () => {
      const answers = []
      for (const filters of [{}, { direction: 'buy' }, { tier: 'premium', symbol: 'EURUSD' }]) {
        for (const name of ['performance_figures', 'performance_breakdowns', 'performance_rows']) {
          answers.push((await vigie.as.visitor.rpc(name, { filters })).data)
        }
      }
      answers.push((await vigie.as.freemium.from('signal_results').select('*', { count: 'exact' })).count)
      return JSON.stringify(answers)
    }
    const before = await ask()
    const { id } = await publish(vigie)
    expect(await ask()).toBe(before)
    await withdraw(vigie, id)
    expect(await ask()).not.toBe(before)
  })

  it('[S-100] holds what its signal, levels and events say, in the transaction of the ending event', async () => {
    const { id } = await publish(vigie, { tier: 'freemium' })
    await vigie.admin.query(
      `select private.append_signal_event($1, 'entered', clock_timestamp(), 1.086, null, '{}')`,
      [id],
    )
    const { rows: none } = await vigie.admin.query('select from signal_results where signal_id = $1', [id])
    expect(none).toHaveLength(0)
    await vigie.admin.query(
      `select private.append_signal_event($1, 'stopped', clock_timestamp() + interval '90 seconds', 1.083, -1, '{"share": "100"}')`,
      [id],
    )
    const { data } = await vigie.as.visitor
      .from('signal_results')
      .select('state,reason,realised_r::text,entry_price::text,exit_price::text,direction,held_seconds')
      .eq('signal_id', id)
      .single()
    expect(data).toEqual({
      state: 'closed',
      reason: 'stop',
      realised_r: '-1',
      entry_price: '1.086',
      exit_price: '1.083',
      direction: 'buy',
      held_seconds: 90,
    })
  })

  it('[S-100] shows a result that was changed, invented or taken away behind the triggers’ backs', async () => {
    const altered = async (change: string) => {
      const client = await vigie.admin.connect()
      try {
        await client.query('begin')
        await client.query('alter table signal_results disable trigger user')
        await client.query(change)
        return (await client.query('select private.altered_results() as number')).rows.length
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    await publish(vigie)
    expect(await altered('select')).toBe(0)
    const { rows } = await vigie.admin.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
        where attrelid = 'signal_results'::regclass and attnum > 0 and attname not in ('signal_id', 'state')`,
    )
    const other: Record<string, string> = {
      text: `'x'`,
      boolean: 'true',
      uuid: 'gen_random_uuid()',
      'timestamp with time zone': `'2020-01-01'`,
      // Independent of the day of the week.
      integer: '1 + coalesce(weekday, 0) % 7',
      bigint: '123456',
      numeric: '9.5',
    }
    for (const { name, type } of rows) {
      const change = `update signal_results set ${name} = ${other[type]} where state = 'closed'`
      expect(await altered(change), name).toBe(1)
    }
    expect(await altered('delete from signal_results')).toBe(2)
    expect(
      await altered(
        `insert into signal_results select (select id from signals where id not in (select signal_id from signal_results) limit 1), 999, symbol, timeframe,
           style, tier, direction, author_id, author_name, state, reason, published_at, entered_at, ended_at, weekday, market_session, held_seconds,
           entry_price, stop_loss, exit_price, 9, demonstration from signal_results where state = 'closed'`,
      ),
    ).toBe(1)
  })

  it('is read page by page with the filters of the figures', async () => {
    const { data, error } = await vigie.as.visitor
      .rpc('performance_rows', { filters: { direction: 'buy' } })
      .select('number,realised_r::text')
      .order('ended_at')
      .range(0, 0)
    expect(error).toBeNull()
    expect(data).toHaveLength(1)
  })
})
