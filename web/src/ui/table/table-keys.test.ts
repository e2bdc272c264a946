import { describe, expect, it } from 'vitest'
import { rowAfter } from './table-keys.ts'

describe('a key in a table', () => {
  it.each([
    ['ArrowDown', 4, 5],
    ['j', 4, 5],
    ['ArrowUp', 4, 3],
    ['k', 0, 0],
    ['PageDown', 4, 9],
    ['PageUp', 4, 0],
    ['Home', 7, 0],
    ['End', 7, 9],
    ['j', 9, 9],
  ])('%s moves from row %i to row %i of ten', (key, from, to) => {
    expect(rowAfter(key, from, 10, 8)).toBe(to)
  })

  it('moves nothing if it is another key or there are no rows', () => {
    expect(rowAfter('a', 0, 10, 8)).toBeNull()
    expect(rowAfter('j', 0, 0, 8)).toBeNull()
  })
})
