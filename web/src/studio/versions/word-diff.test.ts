import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordDiff } from './word-diff.ts'

const joined = (pieces: ReturnType<typeof wordDiff>, but: 'added' | 'removed') =>
  pieces
    .filter(({ kind }) => kind !== but)
    .map(({ text }) => text)
    .join('')

describe('the difference of two texts', () => {
  it('contains both texts', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (before, after) => {
        const pieces = wordDiff(before, after)
        expect(joined(pieces, 'added')).toBe(before)
        expect(joined(pieces, 'removed')).toBe(after)
      }),
    )
  })

  it('names the words that changed', () => {
    expect(
      wordDiff('un gain de 40 % par an', 'un gain de 45 % par an').filter(({ kind }) => kind !== 'same'),
    ).toEqual([
      { kind: 'removed', text: '40' },
      { kind: 'added', text: '45' },
    ])
  })

  it('omits unchanged text far from a change', () => {
    const long = 'mot '.repeat(200)
    const [same] = wordDiff(`${long}un`, `${long}deux`)
    expect(same?.text.length).toBeLessThan(100)
    expect(same?.text).toMatch(/^ … /)
  })
})
