import { describe, expect, it } from 'vitest'
import { writeDuration } from './duration.ts'

describe('a length of time', () => {
  it.each([
    [0, '0 ms'],
    [0.0424, '42 ms'],
    [1, '1 s'],
    [1.44, '1,4 s'],
    [59.6, '60 s'],
    [90, '1,5 min'],
    [7200, '2 h'],
    [86_400, '1 j'],
    [1_209_600, '14 j'],
  ])('of %d seconds reads %s', (seconds, words) => {
    expect(writeDuration(seconds, 'fr').replace(/[\u00a0\u202f]/g, ' ')).toBe(words)
  })
})
