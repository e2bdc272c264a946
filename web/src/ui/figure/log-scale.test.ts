import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logScale } from './log-scale.ts'

const durations = fc.array(fc.double({ min: 0, max: 2_000_000, noNaN: true }), {
  minLength: 1,
  maxLength: 12,
})

describe('a logarithmic scale of durations', () => {
  it('puts every duration between its ends, the longer one never before the shorter', () => {
    fc.assert(
      fc.property(durations, (values) => {
        const { share } = logScale(values)
        const shares = values.toSorted((one, other) => one - other).map(share)
        expect(shares).toEqual(shares.toSorted((one, other) => one - other))
        for (const one of shares) expect(one >= 0 && one <= 1).toBe(true)
      }),
    )
  })

  it('begins and ends at a round duration, with at most four named', () => {
    fc.assert(
      fc.property(durations, (values) => {
        const { share, ticks } = logScale(values)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(4)
        expect([share(ticks[0] ?? -1), share(ticks.at(-1) ?? -1)]).toEqual([0, 1])
      }),
    )
  })

  it('gives each tenfold the same width', () => {
    const { share, ticks } = logScale([0.2, 8])
    expect(ticks).toEqual([0.1, 1, 10])
    expect(ticks.map(share)).toEqual([0, 0.5, 1])
  })
})
