import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DeckPlace, given, turned } from './deck-place.ts'

const begin: DeckPlace = { place: 1, told: [] }

it('two presses turn two slides although the address is late', () => {
  const twice = turned(turned(begin, 2, true), 3, true)
  expect(given(twice, 2).place).toBe(3)
  expect(turned(given(twice, 2), 4, true).place).toBe(4)
  expect(given(given(twice, 2), 3)).toEqual({ place: 3, told: [] })
})

it('an address that passes over a slide is the last one told', () => {
  expect(given(turned(turned(begin, 2, true), 3, true), 3)).toEqual({ place: 3, told: [] })
})

it('a place that was not told, as by the back button, is shown', () => {
  expect(given(turned(begin, 2, true), 7)).toEqual({ place: 7, told: [] })
  expect(given({ place: 3, told: [] }, 2).place).toBe(2)
})

it('nobody is waited for where nobody keeps the place', () => {
  expect(turned(begin, 2, false)).toEqual({ place: 2, told: [] })
})

it('whatever the keeper passes over, the slide shown is the last one turned to, and nothing stays awaited after it', () => {
  const turns = fc.array(fc.record({ next: fc.integer({ min: 1, max: 9 }), arrives: fc.boolean() }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(turns, (all) => {
      let state = begin
      for (const { next, arrives } of all) {
        state = turned(state, next, true)
        expect(state.place).toBe(next)
        if (arrives && state.told.length > 0) state = given(state, state.told[0]!)
        expect(state.place).toBe(next)
      }
      while (state.told.length > 0) state = given(state, state.told.at(-1)!)
      expect(state).toEqual({ place: all.at(-1)!.next, told: [] })
    }),
  )
})
