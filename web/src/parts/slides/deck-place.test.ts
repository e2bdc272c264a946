import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DeckPlace, given, turned } from './deck-place.ts'

const begin: DeckPlace = { place: 1, told: [], fast: false }
const SLOWLY = 2000

it('two presses turn two slides although the address is late', () => {
  const twice = turned(turned(begin, 2, true, SLOWLY), 3, true, SLOWLY)
  expect(given(twice, 2).place).toBe(3)
  expect(turned(given(twice, 2), 4, true, SLOWLY).place).toBe(4)
  expect(given(given(twice, 2), 3)).toEqual({ ...begin, place: 3 })
})

it('an address that passes over a slide is the last one told', () => {
  expect(given(turned(turned(begin, 2, true, SLOWLY), 3, true, SLOWLY), 3)).toEqual({ ...begin, place: 3 })
})

it('a place that was not told, as by the back button, is shown', () => {
  expect(given(turned(begin, 2, true, SLOWLY), 7)).toEqual({ ...begin, place: 7 })
  expect(given({ ...begin, place: 3 }, 2).place).toBe(2)
})

it('nobody is waited for where nobody keeps the place', () => {
  expect(turned(begin, 2, false, SLOWLY)).toEqual({ ...begin, place: 2 })
})

it('a slide is fast when it comes soon after the last turn, until the next turn or another place', () => {
  const passed = turned(turned(begin, 2, true, SLOWLY), 3, true, 100)
  expect(passed.fast).toBe(true)
  expect(given(given(passed, 2), 3).fast).toBe(true)
  // Pressed again at the last slide, nothing is shown anew.
  expect(turned(passed, 3, true, SLOWLY)).toBe(passed)
  expect(turned(passed, 4, true, SLOWLY).fast).toBe(false)
  expect(given(passed, 9).fast).toBe(false)
})

it('whatever the keeper passes over, the slide shown is the last one turned to, and nothing stays awaited after it', () => {
  const turns = fc.array(fc.record({ next: fc.integer({ min: 1, max: 9 }), arrives: fc.boolean() }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(turns, (all) => {
      let state = begin
      for (const { next, arrives } of all) {
        state = turned(state, next, true, SLOWLY)
        expect(state.place).toBe(next)
        if (arrives && state.told.length > 0) state = given(state, state.told[0]!)
        expect(state.place).toBe(next)
      }
      while (state.told.length > 0) state = given(state, state.told.at(-1)!)
      expect(state).toEqual({ ...begin, place: all.at(-1)!.next })
    }),
  )
})
