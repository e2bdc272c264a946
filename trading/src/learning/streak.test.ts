import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finishTest, isMarketDay, MOST_FREEZES, NO_STREAK, passDays, type Streak } from './streak.ts'

const always = { hadTest: () => true, isHoliday: () => false }
/** Monday 2 November 2026 and later, by number. */
const day = (number: number) => new Date(Date.UTC(2026, 10, 2 + number)).toISOString().slice(0, 10)
/** A member in Paris who takes the tests of these days. */
const played = (...numbers: number[]): Streak =>
  numbers.reduce(
    (streak, number) => finishTest(streak, { day: day(number), local: day(number) }, always).streak,
    NO_STREAK,
  )
const shown = ({ days, best, freezes }: Streak) => [days, best, freezes]

describe('[S-111] the streak', () => {
  it('counts market days, and a weekend neither breaks nor adds', () => {
    expect(shown(played(0, 1, 2, 3, 4))).toEqual([5, 5, 1])
    expect(shown(played(0, 1, 2, 3, 4, 5, 6))).toEqual([5, 5, 1])
    expect(shown(played(0, 1, 2, 3, 4, 7))).toEqual([6, 6, 1])
  })

  it('is kept by a freeze on a missed day, which never adds to it', () => {
    const streak = played(0, 1, 2, 3, 4, 8)
    expect(shown(streak)).toEqual([6, 6, 0])
    expect(streak.frozen).toEqual([day(7)])
  })

  it('ends without a freeze, and its best is kept', () => {
    expect(shown(played(0, 1, 3))).toEqual([1, 2, 0])
    expect(shown(passDays(played(0, 1), day(3), always))).toEqual([0, 2, 0])
  })

  it('holds two freezes at most', () => {
    expect(played(...Array.from({ length: 60 }, (_, number) => number)).freezes).toBe(MOST_FREEZES)
  })

  it('is not broken by a day without a test to take', () => {
    const streak = passDays(played(0, 1), day(3), { ...always, hadTest: (one) => one !== day(2) })
    expect(shown(streak)).toEqual([2, 2, 0])
  })

  it('is neither broken by a holiday nor longer for a test on it, which counts for the next market day of its member', () => {
    const days = { ...always, isHoliday: (one: string) => one === day(2) }
    expect(shown(passDays(played(0, 1), day(3), days))).toEqual([2, 2, 0])
    const onHoliday = finishTest(played(0, 1), { day: day(2), local: day(2) }, days)
    expect(onHoliday).toEqual({ streak: played(0, 1), counted: null })
    expect(finishTest(played(0, 1), { day: day(2), local: day(3) }, days).counted).toBe(day(3))
  })

  it('counts an evening in New York for that evening, although the test is of the next day', () => {
    const monday = finishTest(NO_STREAK, { day: day(0), local: day(0) }, always)
    const tuesday = finishTest(monday.streak, { day: day(2), local: day(1) }, always)
    expect(tuesday.counted).toBe(day(1))
    // Another test on the same evening would be of the next day: it counts for that day.
    expect(finishTest(tuesday.streak, { day: day(2), local: day(1) }, always).counted).toBe(day(2))
  })

  it('counts each morning in Auckland, although the test is of the day before', () => {
    const counted: (string | null)[] = []
    let streak = NO_STREAK
    for (const number of [0, 1, 2, 3, 4, 5]) {
      const finished = finishTest(streak, { day: day(number - 1), local: day(number) }, always)
      streak = finished.streak
      counted.push(finished.counted)
    }
    expect(counted).toEqual([day(0), day(1), day(2), day(3), day(4), null])
  })

  it('never counts a day twice nor more days than tests, whatever the zone and whenever it changes', () => {
    const finishes = fc.uniqueArray(
      fc.record({ test: fc.nat({ max: 40 }), shift: fc.integer({ min: -1, max: 1 }) }),
      { selector: ({ test }) => test, maxLength: 41 },
    )
    fc.assert(
      fc.property(finishes, (given) => {
        let streak = NO_STREAK
        const counted: string[] = []
        for (const { test, shift } of given.sort((one, other) => one.test - other.test)) {
          const before = streak
          const finished = finishTest(streak, { day: day(test), local: day(test + shift) }, always)
          streak = finished.streak
          if (finished.counted) counted.push(finished.counted)
          expect(streak.days).toBeLessThanOrEqual(before.days + 1)
          expect(streak.freezes).toBeLessThanOrEqual(MOST_FREEZES)
        }
        expect(new Set(counted).size).toBe(counted.length)
        expect(counted.every((one) => isMarketDay(one, always))).toBe(true)
        expect(counted.length).toBeLessThanOrEqual(given.length)
        expect(streak.frozen.filter((one) => counted.includes(one))).toEqual([])
      }),
    )
  })

  it('is the same if days pass in one step or one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 })), fc.integer({ min: 31, max: 60 }), (numbers, until) => {
        const streak = played(...[...new Set(numbers)].sort((one, other) => one - other))
        let steps = streak
        for (let number = 0; number <= until; number++) steps = passDays(steps, day(number), always)
        expect(steps).toEqual(passDays(streak, day(until), always))
      }),
    )
  })
})
