import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moved } from './moved.ts'

it('moves one item and keeps the order of the others', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      fc.nat(7),
      (items, one, other) => {
        const [from, to] = [one % items.length, other % items.length]
        const next = moved(items, from, to)
        expect(next[to]).toBe(items[from])
        expect(next.filter((item) => item !== items[from])).toEqual(
          items.filter((item) => item !== items[from]),
        )
      },
    ),
  )
})
