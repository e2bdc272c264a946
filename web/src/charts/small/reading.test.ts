import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveAlong } from './reading.ts'

describe('a chart that is read by keys', () => {
  it('moves by one, by ten with the shift key, and to its ends', () => {
    const move = (key: string, shiftKey = false) => moveAlong({ key, shiftKey }, 50, 100)
    expect([move('ArrowLeft'), move('ArrowRight', true), move('Home'), move('End')]).toEqual([49, 60, 0, 99])
    expect([move('a'), move('ArrowUp'), move('Tab')]).toEqual([null, null, null])
  })

  it('moves by weeks and days in a calendar, and stays at its edge', () => {
    const move = (key: string, from: number) => moveAlong({ key }, from, 365, { across: 7, down: 1 })
    expect([move('ArrowRight', 10), move('ArrowDown', 10), move('ArrowLeft', 3)]).toEqual([17, 11, 3])
  })

  it('never leaves what there is', () => {
    const key = fc.constantFrom(
      'ArrowLeft',
      'ArrowRight',
      'ArrowUp',
      'ArrowDown',
      'Home',
      'End',
      'PageUp',
      'PageDown',
    )
    const keys = fc.array(fc.record({ key, shiftKey: fc.boolean() }))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        keys,
        fc.nat(30),
        fc.nat(3),
        (count, pressed, across, down) => {
          let place = 0
          for (const one of pressed) place = moveAlong(one, place, count, { across, down }) ?? place
          expect(place).toBeGreaterThanOrEqual(0)
          expect(place).toBeLessThan(count)
        },
      ),
    )
  })
})
