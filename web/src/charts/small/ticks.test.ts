import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisSpan, roundTicks } from './ticks.ts'

describe('the marks of an axis', () => {
  it('are round', () => {
    expect(roundTicks(-1.3, 4.2, 4)).toEqual([0, 2, 4])
    expect(roundTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(roundTicks(3, 3, 4)).toEqual([3])
  })

  it('lie between the ends, in order, and are about as many as asked', () => {
    const end = fc.double({ min: -1000, max: 1000, noNaN: true })
    fc.assert(
      fc.property(
        end,
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        fc.integer({ min: 2, max: 10 }),
        (low, span, about) => {
          const ticks = roundTicks(low, low + span, about)
          expect(ticks.length).toBeLessThanOrEqual(about + 1)
          for (const [index, tick] of ticks.entries()) {
            expect(tick).toBeGreaterThanOrEqual(low - span * 1e-6)
            expect(tick).toBeLessThanOrEqual(low + span * (1 + 1e-6))
            if (index > 0) expect(tick).toBeGreaterThan(ticks[index - 1] as number)
          }
        },
      ),
    )
  })

  it('belong to an axis that shows everything and zero', () => {
    expect(axisSpan([2, 5]).low).toBe(0)
    const { low, high } = axisSpan([-1, 3])
    expect(low).toBeLessThan(-1)
    expect(high).toBeGreaterThan(3)
  })
})
