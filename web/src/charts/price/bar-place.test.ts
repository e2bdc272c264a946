import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barOf } from './bar-place.ts'

describe('where a time stands among the bars', () => {
  const times = [0, 60, 120, 300]

  it('is the bar that opens then', () => {
    expect(times.map((at) => barOf(times, at, 60))).toEqual([0, 1, 2, 3])
  })

  it('lies between bars, across a gap, before the first and beyond the last', () => {
    expect([
      barOf(times, 90, 60),
      barOf(times, 210, 60),
      barOf(times, -60, 60),
      barOf(times, 420, 60),
    ]).toEqual([1.5, 2.5, -1, 5])
  })

  it('never goes back as time goes on', () => {
    const bars = fc
      .uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1 })
      .map((found) => found.sort((a, b) => a - b))
    fc.assert(
      fc.property(bars, fc.integer({ min: -500, max: 12_000 }), fc.nat(500), (found, at, later) => {
        expect(barOf(found, at + later, 60)).toBeGreaterThanOrEqual(barOf(found, at, 60))
      }),
    )
  })
})
