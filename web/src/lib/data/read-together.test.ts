import { describe, expect, it } from 'vitest'
import { readTogether } from './read-together.ts'

describe('reading together', () => {
  it('asks once for what is asked for in the same moment, and each key once', async () => {
    const asked: string[][] = []
    const read = readTogether(async (keys) => {
      asked.push(keys)
      return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()]))
    })
    expect(await Promise.all(['a', 'b', 'a', 'unknown'].map(read))).toEqual(['A', 'B', 'A', null])
    expect(await read('c')).toBe('C')
    expect(asked).toEqual([['a', 'b', 'unknown'], ['c']])
  })

  it('tells everybody who asked of a failure, and asks again afterwards', async () => {
    let fails = true
    const read = readTogether(async (keys) => {
      if (fails) throw new Error('cut')
      return new Map(keys.map((key) => [key, key]))
    })
    expect((await Promise.allSettled([read('a'), read('b')])).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    fails = false
    expect(await read('a')).toBe('a')
  })
})
