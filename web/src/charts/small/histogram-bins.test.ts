import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binned } from './histogram-bins.ts'

describe('the ranges of a histogram', () => {
  it('count what lies in them, the lower edge included', () => {
    expect(binned([-1, -0.5, 0, 0.4, 1.2], 0.5)).toEqual([
      { from: -1, to: -0.5, count: 1 },
      { from: -0.5, to: 0, count: 1 },
      { from: 0, to: 0.5, count: 2 },
      { from: 0.5, to: 1, count: 0 },
      { from: 1, to: 1.5, count: 1 },
    ])
  })

  it('take an edge that floats cannot write as that edge', () => {
    expect(binned([0.1 + 0.2], 0.1)).toEqual([{ from: 0.3, to: 0.4, count: 1 }])
    expect(binned([0.3], 0.1)).toEqual([{ from: 0.3, to: 0.4, count: 1 }])
  })

  it('lose no result and never mix losses and gains', () => {
    const values = fc.array(fc.double({ min: -20, max: 20, noNaN: true }))
    fc.assert(
      fc.property(values, fc.constantFrom(0.1, 0.25, 0.5, 1), (results, width) => {
        const bins = binned(results, width)
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(results.length)
        for (const { from, to } of bins) expect(from >= 0 || to <= 0).toBe(true)
      }),
    )
  })
})
