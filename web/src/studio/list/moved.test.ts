import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moved } from './moved.ts'

it('puts one item in another place and leaves the others in their order', () => {
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
