import { describe, expect, it } from 'vitest'
import { deepestFall } from './record-curve.ts'

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
