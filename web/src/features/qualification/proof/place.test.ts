import { expect, it } from 'vitest'
import { between, overlap, shifted, turned } from './place.ts'

const place = { x: 0.125, y: 0.25, width: 0.5, height: 0.0625 }

it('is where it was after four quarter turns, and back after one each way', () => {
  expect(turned(place, 1)).toEqual({ x: 0.6875, y: 0.125, width: 0.0625, height: 0.5 })
  expect([1, 1, 1, 1].reduce((at, by) => turned(at, by), place)).toEqual(place)
  for (const quarters of [1, 2, 3, 5]) expect(turned(turned(place, quarters), -quarters)).toEqual(place)
})

it('lies between two corners in whichever order, within the picture, and is none where they meet', () => {
  expect(between({ x: 0.5, y: 0.5 }, { x: 0.25, y: -3 })).toEqual({ x: 0.25, y: 0, width: 0.25, height: 0.5 })
  expect(between({ x: 0.5, y: 0.5 }, { x: 0.505, y: 0.9 })).toBeNull()
})

it('never leaves the picture when it is moved or made larger', () => {
  expect(shifted(place, { x: 1, y: 1 }, false)).toEqual({ ...place, x: 0.5, y: 0.9375 })
  expect(shifted(place, { x: 1, y: 1 }, true)).toEqual({ ...place, width: 0.875, height: 0.75 })
})

it('overlaps what shares a part with it, not what only touches it', () => {
  expect(overlap(place, { x: 0.5, y: 0.25, width: 0.5, height: 0.5 })).toBe(true)
  expect(overlap(place, { x: 0.625, y: 0.25, width: 0.25, height: 0.5 })).toBe(false)
})
