import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropAnswer, keepAnswer, keptAnswers } from './kept-answers.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const anyAnswer = fc.record({
  place: fc.integer({ min: 1, max: 10 }),
  given: fc.oneof(fc.nat(8), fc.array(fc.nat(8)), fc.string()),
})

describe('[S-111] answers that did not arrive', () => {
  it('are kept over a reload in the order in which they were given, one a question', () => {
    fc.assert(
      fc.property(fc.array(anyAnswer), (answers) => {
        stored.clear()
        for (const answer of answers) keepAnswer('a', answer)
        const first = answers.filter(
          (one, at) => answers.findIndex(({ place }) => place === one.place) === at,
        )
        expect(keptAnswers('a')).toEqual(first)
      }),
    )
  })

  it('belong to their attempt alone, and leave nothing behind once they were accepted', () => {
    keepAnswer('a', { place: 1, given: 2 })
    expect(keptAnswers('b')).toEqual([])
    expect(dropAnswer('a', 1)).toEqual([])
    expect(stored.size).toBe(0)
  })

  it('are none where the storage holds something else', () => {
    stored.set('vigie-answers-a', '{"place":')
    expect(keptAnswers('a')).toEqual([])
    stored.set('vigie-answers-a', '[1, null, {"place": "x"}]')
    expect(keptAnswers('a')).toEqual([])
  })
})
