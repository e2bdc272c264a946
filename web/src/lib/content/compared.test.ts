import { describe, expect, it } from 'vitest'
import { readCompared, writeCompared } from './compared.ts'

describe('the comparison of a guide', () => {
  const known = ['a', 'b', 'c', 'd', 'e']

  it('contains at most four entries, each once, all known to the guide', () => {
    expect(readCompared(new URLSearchParams('comparer=b,x,a,b,c,d,e'), known)).toEqual(['b', 'a', 'c', 'd'])
    expect(readCompared(new URLSearchParams(), known)).toEqual([])
  })

  it('is removed from the address when empty', () => {
    expect(writeCompared(new URLSearchParams('comparer=a&depot=0'), []).toString()).toBe('depot=0')
  })
})
