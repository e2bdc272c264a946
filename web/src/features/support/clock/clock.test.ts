import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Clock, clockPlaces } from './clock.ts'

const MINUTE = 60_000
const at = (minutes: number) => new Date(minutes * MINUTE).toISOString()
const straight = (since: number, until: number) => Math.max(0, until - since)

const CLOCK: Clock = {
  opened_at: at(0),
  answer_due_at: at(120),
  solve_due_at: at(502),
  first_answered_at: at(47),
  solved_at: null,
  waits_since: null,
  pauses: [{ since: at(47), until: at(69) }],
}

describe('the clock ruler', () => {
  it('has the places of the picture: 1 h 54 of 8 hours, 22 minutes in pause', () => {
    const places = clockPlaces(CLOCK, 136 * MINUTE, straight)
    expect(places.needle).toBeCloseTo(0.271, 3)
    expect(places.answered).toBeCloseTo(0.094, 3)
    expect(places.firstPromise).toBeCloseTo(0.239, 3)
    expect(places.pauses[0]?.to).toBeCloseTo(0.137, 3)
    expect([places.left, places.pausedFor, places.paused]).toEqual([366 * MINUTE, 22 * MINUTE, false])
  })

  it('is late by business time once the promise has passed, its needle at the end', () => {
    const places = clockPlaces(CLOCK, 538 * MINUTE, straight)
    expect([places.needle, places.left]).toEqual([1, -36 * MINUTE])
  })

  it('keeps the time left while it waits for the member, however long that lasts', () => {
    const paused = {
      ...CLOCK,
      waits_since: at(136),
      pauses: [...CLOCK.pauses, { since: at(136), until: null }],
    }
    const [soon, late] = [140, 5000].map((minutes) => clockPlaces(paused, minutes * MINUTE, straight))
    expect([soon?.left, late?.left]).toEqual([366 * MINUTE, 366 * MINUTE])
    expect(late?.paused).toBe(true)
  })

  it('does not run on after the solution', () => {
    const solved = { ...CLOCK, solved_at: at(192) }
    const [then, later] = [200, 900].map((minutes) => clockPlaces(solved, minutes * MINUTE, straight))
    expect(then).toEqual(later)
  })

  it('keeps every place on the ruler, in the order of time, whatever the hours are', () => {
    const minutes = fc.integer({ min: 0, max: 10_000 })
    // Open for `open` of each 600 minutes.
    const closing = (open: number) => (since: number, until: number) => {
      const told = (moment: number) => {
        const rest = (moment / MINUTE) % 600
        return Math.floor(moment / MINUTE / 600) * open + Math.min(rest, open)
      }
      return Math.max(0, told(until) - told(since)) * MINUTE
    }
    fc.assert(
      fc.property(
        minutes,
        minutes,
        minutes,
        minutes,
        fc.integer({ min: 0, max: 600 }),
        (a, b, c, d, open) => {
          const [answered = 0, from = 0, until = 0, now = 0] = [a, b, c, d].sort((one, two) => one - two)
          const clock = {
            ...CLOCK,
            first_answered_at: at(answered),
            pauses: [{ since: at(from), until: at(until) }],
          }
          const places = clockPlaces(clock, now * MINUTE, closing(open))
          const order = [0, places.answered ?? 0, places.pauses[0]?.from ?? 0, places.pauses[0]?.to ?? 0]
          expect([...order, places.needle, 1]).toEqual([...order, places.needle, 1].sort((x, y) => x - y))
        },
      ),
    )
  })
})
