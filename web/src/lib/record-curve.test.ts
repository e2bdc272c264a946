import { describe, expect, it } from 'vitest'
import { deepestFall, shortHash } from './record-curve.ts'

describe('the deepest fall of a curve', () => {
  it.each([
    [[1, 2, 1.5, 3, 1, 2, 0.5], { from: 3, to: 6 }],
    [[-1, -2, 0], { from: -1, to: 1 }],
    [[1, 2, 3], null],
    [[], null],
  ])('of %j is %j', (curve, fall) => {
    expect(deepestFall(curve)).toEqual(fall)
  })
})

it('a hash is shown by its ends', () => {
  expect(shortHash(`7c1e4a${'0'.repeat(54)}09bd`)).toBe('7c1e4a…09bd')
})
