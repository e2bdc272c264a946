import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnCandles } from './drawn-candles.ts'

describe('drawn candles', () => {
  it('run from the first price of the path to the last, each opening where the one before closed, with bodies inside their wicks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 50, max: 150 }), { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 2, max: 120 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer(),
        (path, bars, tenths, seed) => {
          const candles = drawnCandles({ path, bars, noise: tenths / 10, seed })
          expect(candles).toHaveLength(bars)
          expect(candles[0]?.close).toBe(path[0])
          expect(candles.at(-1)?.close).toBe(path.at(-1))
          candles.forEach(({ open, high, low, close }, at) => {
            expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
            expect(low).toBeLessThanOrEqual(Math.min(open, close))
            if (at > 0) expect(open).toBe(candles[at - 1]?.close)
          })
        },
      ),
    )
  })
  it('are the same for the same words and others for another seed', () => {
    const drawn = (seed: number) =>
      drawnCandles({ path: [1.083, 1.091, 1.087], bars: 30, noise: 0.0008, seed })
    expect(drawn(7)).toEqual(drawn(7))
    expect(drawn(7)).not.toEqual(drawn(8))
    expect(drawn(7).every(({ high }) => Number(high.toFixed(4)) === high)).toBe(true)
  })
})
