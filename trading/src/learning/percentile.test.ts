import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentile } from './percentile.ts'

const counts = fc.array(fc.nat({ max: 400 }), { minLength: 11, maxLength: 11 })
const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 0)

describe('[S-111] the percentile of a score', () => {
  it('counts nobody with the same score as beaten', () => {
    expect(percentile([0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0], 7)).toBe(0)
    expect(percentile([0, 0, 0, 0, 0, 0, 20, 20, 0, 0, 0], 7)).toBe(50)
  })

  it('is unknown under thirty players', () => {
    expect(percentile([0, 0, 0, 0, 0, 0, 28, 1, 0, 0, 0], 7)).toBeNull()
    expect(percentile([0, 0, 0, 0, 0, 0, 29, 1, 0, 0, 0], 7)).toBe(96)
  })

  it('rises with the score and never says more than is true', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 0, max: 9 }), (all, score) => {
        const [one, higher] = [percentile(all, score), percentile(all, score + 1)]
        if (sum(all) < 30) {
          expect([one, higher]).toEqual([null, null])
          return
        }
        expect(higher!).toBeGreaterThanOrEqual(one!)
        expect(one! * sum(all)).toBeLessThanOrEqual(100 * sum(all.slice(0, score)))
      }),
    )
  })
})
