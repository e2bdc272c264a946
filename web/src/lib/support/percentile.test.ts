import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentile } from './percentile.ts'

describe('a percentile', () => {
  it('is a value of the list that at least this share of it does not exceed, and the smallest such', () => {
    const list = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 100 }), (values, percent) => {
        const found = percentile(values, percent / 100) ?? -1
        const upTo = (limit: number) => values.filter((value) => value <= limit).length
        expect(values).toContain(found)
        expect(upTo(found) * 100).toBeGreaterThanOrEqual(percent * values.length)
        expect(upTo(found - 1) * 100).toBeLessThan(percent * values.length)
      }),
    )
  })

  it('is not there for an empty list', () => {
    expect(percentile([], 0.5)).toBeNull()
  })
})
