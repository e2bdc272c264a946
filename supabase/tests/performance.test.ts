import fc from 'fast-check'
import { performance } from 'trading/performance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from './product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

type Ended = {
  days: number
  state: 'closed' | 'expired' | 'cancelled' | 'active' | 'pending'
  r: string | null
}

/** What the record says of a past that is written for the moment and undone. */
async function figures(past: readonly Ended[], days = 90, symbol: string | null = null) {
  const client = await vigie.admin.connect()
  try {
    await client.query('begin')
    for (const { days: ago, state, r } of past) {
      await client.query(
        `with fresh as (
           insert into signals (symbol, timeframe, style, tier, author_id, author_name, published_at, expires_at, commitment)
           values ('EURUSD', 'H1', 'swing', 'premium', gen_random_uuid(), 'x', now() - $1 * interval '1 day', now() + interval '1 day', repeat('0', 64))
           returning id, published_at)
         insert into signal_states (signal_id, state, closed_at, realised_r)
         select id, $2, case when $2 not in ('active', 'pending') then published_at + interval '1 hour' end, $3 from fresh`,
        [ago, state, r],
      )
    }
    const { rows } = await client.query('select signal_performance($1, $2) as figures', [days, symbol])
    return rows[0].figures
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('signal_performance', () => {
  it('gives the figures that trading/performance gives of the same results', async () => {
    const result = fc.integer({ min: -20_000, max: 40_000 }).map((points) => (points / 10_000).toFixed(4))
    await fc.assert(
      fc.asyncProperty(fc.array(result, { maxLength: 40 }), async (results) => {
        const past = results.map((r, index): Ended => ({ days: 80 - index, state: 'closed', r }))
        const told = await figures(past)
        const known = performance(results.map((r, index) => ({ at: String(index), r })))
        const text = (value: { toFixed(digits: number): string } | null) => value?.toFixed(4) ?? null
        expect(told).toMatchObject({
          resolved: known.resolved,
          wins: known.wins,
          losses: known.losses,
          win_rate: text(known.winRate),
          average_win_r: text(known.averageWin),
          average_loss_r: text(known.averageLoss),
          expectancy_r: text(known.expectancy),
          expectancy_half_width_r: text(known.expectancyHalfWidth),
          profit_factor: text(known.profitFactor),
          max_drawdown_r: results.length > 0 ? text(known.maxDrawdown) : null,
          current_drawdown_r: results.length > 0 ? text(known.currentDrawdown) : null,
          total_r: results.length > 0 ? text(known.total) : null,
        })
        expect(told.curve.map(({ r }: { r: string }) => r)).toEqual(known.curve.map(({ r }) => r.toFixed(4)))
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it('counts every signal of the period once, and results only of those that were entered and ended', async () => {
    const past: Ended[] = [
      { days: 1, state: 'closed', r: '1' },
      { days: 2, state: 'closed', r: '0' },
      { days: 3, state: 'expired', r: null },
      { days: 4, state: 'cancelled', r: null },
      { days: 5, state: 'active', r: null },
      { days: 6, state: 'pending', r: null },
      { days: 91, state: 'closed', r: '-1' },
    ]
    expect(await figures(past)).toMatchObject({
      published: 6,
      resolved: 2,
      expired: 2,
      open: 2,
      wins: 1,
      losses: 0,
      total_r: '1.0000',
    })
    expect(await figures(past, 365)).toMatchObject({
      published: 7,
      resolved: 3,
      losses: 1,
      total_r: '0.0000',
    })
    expect(await figures(past, 90, 'GBPUSD')).toMatchObject({ published: 0, resolved: 0 })
  })

  it('says nothing where there is nothing to say', async () => {
    const { data } = await vigie.as.visitor.rpc('signal_performance')
    expect(data).toEqual({
      published: 0,
      resolved: 0,
      expired: 0,
      open: 0,
      wins: 0,
      losses: 0,
      win_rate: null,
      average_win_r: null,
      average_loss_r: null,
      expectancy_r: null,
      expectancy_half_width_r: null,
      profit_factor: null,
      max_drawdown_r: null,
      current_drawdown_r: null,
      total_r: null,
      demonstration: false,
      curve: [],
    })
  })

  it('[S-90] may be asked by visitors, with any number of days', async () => {
    for (const days of [1, 90, 3650, 0, -5, 2_000_000_000]) {
      expect((await vigie.as.visitor.rpc('signal_performance', { days })).error).toBeNull()
    }
  })
})
