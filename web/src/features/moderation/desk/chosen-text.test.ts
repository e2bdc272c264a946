import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Part, withPart } from './chosen-text.ts'

const part = fc.record({ offset: fc.nat(60), length: fc.integer({ min: 1, max: 20 }) })
const covered = (parts: readonly Part[]) =>
  [...new Set(parts.flatMap(({ offset, length }) => Array.from({ length }, (_, nth) => offset + nth)))].sort(
    (one, other) => one - other,
  )

describe('parts of a text that are masked', () => {
  it('cover what was chosen and nothing else, in order, without touching each other', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (chosen) => {
        const parts = chosen.reduce<Part[]>(withPart, [])
        expect(covered(parts)).toEqual(covered(chosen))
        for (const [nth, { offset }] of parts.entries()) {
          const before = parts[nth - 1]
          if (before) expect(offset).toBeGreaterThan(before.offset + before.length)
        }
      }),
    )
  })
})
