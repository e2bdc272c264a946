import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LedgerLevels } from '#lib/record/ledger-levels.ts'
import {
  NARROW,
  niceTicks,
  type ReplayCandle,
  replayGeometry,
  spread,
  stretch,
  timeframesFor,
  WIDE,
} from './replay-geometry.ts'
import type { LifeStep } from './signal-life.ts'

const step = (at: string): LifeStep => ({
  kind: 'note',
  at,
  price: null,
  target: null,
  share: null,
  note: null,
})
const levels: LedgerLevels = {
  symbol: 'XAUUSD',
  timeframe: 'M15',
  direction: 'sell',
  entryLow: '2384.00',
  entryHigh: '2386.00',
  stopLoss: '2396.00',
  targets: [{ price: '2354.00', share: '100' }],
}

describe('the drawing of a replay', () => {
  it('shows what came before the publication and a little after the end', () => {
    const { from, to } = stretch([step('2026-11-18T08:00:00Z'), step('2026-11-18T18:00:00Z')])
    expect(new Date(from).toISOString()).toBe('2026-11-18T04:00:00.000Z')
    expect(new Date(to).toISOString()).toBe('2026-11-18T19:12:00.000Z')
  })

  it('takes the finest timeframe that keeps candles readable, then coarser ones', () => {
    const hours = (count: number) => timeframesFor({ from: 0, to: count * 3_600_000 })
    expect(hours(1)[0]).toBe('M1')
    expect(hours(15)[0]).toBe('M15')
    expect(hours(15).at(-1)).toBe('D1')
    expect(hours(24 * 365 * 3)).toEqual(['D1'])
  })

  it('keeps every candle, level and step inside the plot', () => {
    const price = fc.integer({ min: 2300_00, max: 2450_00 }).map((cents) => cents / 100)
    const candle = fc.tuple(price, price, price, price).map(
      (prices, index = 0): ReplayCandle => ({
        at: index,
        open: prices[0],
        close: prices[1],
        high: Math.max(...prices),
        low: Math.min(...prices),
      }),
    )
    fc.assert(
      fc.property(
        fc.array(candle, { minLength: 1, maxLength: 120 }),
        fc.constantFrom(WIDE, NARROW),
        (given, box) => {
          const candles = given.map((one, index) => ({ ...one, at: index * 60_000 }))
          const replay = replayGeometry(candles, levels, box)
          const heights = [
            ...replay.candles.flatMap(({ high, low, top, bottom }) => [high, low, top, bottom]),
            ...[levels.stopLoss, levels.entryLow, '2354.00'].map(replay.y),
          ]
          for (const height of heights) expect(height >= 0 && height <= box.floor).toBe(true)
          for (const time of [-1, 0, 60_000 * 60, 1e15]) {
            expect(replay.x(time) >= 0 && replay.x(time) <= box.plot).toBe(true)
          }
        },
      ),
    )
  })

  it('price tags never cover each other', () => {
    expect(spread([100, 10, 105, 40], 19)).toEqual([100, 10, 119, 40])
    const heights = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 })
    fc.assert(
      fc.property(heights, (given) => {
        const placed = spread(given, 19).sort((a, b) => a - b)
        for (const [index, height] of placed.entries()) {
          if (index > 0) expect(height - (placed[index - 1] ?? 0)).toBeGreaterThanOrEqual(19)
        }
      }),
    )
  })

  it('a higher price stands higher', () => {
    const replay = replayGeometry([{ at: 0, open: 1, high: 2, low: 1, close: 2 }], levels, WIDE)
    expect(replay.y('2396.00')).toBeLessThan(replay.y('2354.00'))
  })

  it.each([
    [2354, 2396, [2360, 2380]],
    [1.081, 1.0872, [1.082, 1.084, 1.086]],
    [5, 5, [5]],
  ])('between %d and %d its price ticks are round', (low, high, ticks) => {
    expect(niceTicks(low, high, 4).map((tick) => Number(tick.toFixed(6)))).toEqual(ticks)
  })
})
