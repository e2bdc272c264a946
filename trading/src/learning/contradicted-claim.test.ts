import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradicts, FEWEST_SIGNALS } from './contradicted-claim.ts'

const records = fc
  .tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 2000 }))
  .map(([one, other]) => ({ n: Math.max(one, other), won: Math.min(one, other) }))

describe('a claim', () => {
  it.each([
    [{ n: 38, won: 20 }, '0.5', false],
    [{ n: 100, won: 30 }, '0.5', true],
    // Wilson (1927) for 30 of 100: 0.2189 to 0.3959.
    [{ n: 100, won: 30 }, '0.3958', false],
    [{ n: 100, won: 30 }, '0.396', true],
    [{ n: 29, won: 0 }, '0.5', false],
    [{ n: 30, won: 0 }, '0.5', true],
    [{ n: 0, won: 0 }, '0.5', false],
    [{ n: 1000, won: 1000 }, '1', false],
  ])('of %j wins at least %s: contradicted %s', (record, rate, contradicted) => {
    expect(contradicts(record, rate)).toBe(contradicted)
  })

  it('that the record meets is never contradicted, and one that is stays so when it claims more', () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 0, max: 1000 }), ({ n, won }, thousandths) => {
        const rate = String(thousandths / 1000)
        if (n === 0 || won / n >= thousandths / 1000 || n < FEWEST_SIGNALS)
          expect(contradicts({ n, won }, rate)).toBe(false)
        if (contradicts({ n, won }, rate))
          expect(contradicts({ n, won }, String((thousandths + 1) / 1000))).toBe(true)
      }),
    )
  })
})
