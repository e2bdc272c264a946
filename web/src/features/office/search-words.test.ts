import { describe, expect, it } from 'vitest'
import { searchWords } from './search-words.ts'

describe('the words of a search for people', () => {
  it.each([
    ['  Hélène  DUPRÉ ', ['helene', 'dupre']],
    ['h.dupre@example.org', ['h.dupre@example.org']],
    ['', []],
    ['membre 12', ['membre', '12']],
  ])('of “%s” are %j', (typed, words) => {
    expect(searchWords(typed)).toEqual(words)
  })

  it.each(['+33 6 12 34 56 78', '0033612345678', '+33 (0)6.12.34.56.78', '33612345678'])(
    'find a telephone number written %s',
    (typed) => {
      expect(searchWords(typed)).toEqual(['33612345678'])
    },
  )

  it.each(['06 12 34 56 78', '06.12.34.56.78'])('find a number written %s without its country', (typed) => {
    expect('+33612345678').toContain(searchWords(typed)[0])
    expect(searchWords(typed)).toEqual(['612345678'])
  })
})
