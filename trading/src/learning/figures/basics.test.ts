import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeFigure } from './figures.ts'

const value = (quotation: string) => computeFigure(quotation)?.value.toNumber()

/** The probability that a fair walk of one pip a step, from `start`, meets `top` before 0, by repeated averaging. */
function fairWalk(start: number, top: number): number {
  let chances: number[] = Array.from({ length: top + 1 }, (_, place) => (place === top ? 1 : 0))
  for (let round = 0; round < 40 * top * top; round++)
    chances = chances.map((chance, place) =>
      place === 0 || place === top ? chance : ((chances[place - 1] ?? 0) + (chances[place + 1] ?? 0)) / 2,
    )
  return chances[start] ?? 0
}

describe('figures of the basics', () => {
  it('give the chance of a target as a fair walk has it, entered at the ask and judged at the bid', () => {
    for (const [stop, target, spread] of [
      [5, 5, 1],
      [4, 8, 2],
      [6, 3, 0],
    ] as const)
      expect(value(`chance-of-target?stop=${stop}&target=${target}&spread=${spread}`)).toBeCloseTo(
        fairWalk(stop - spread, stop + target),
        6,
      )
  })

  it('give the same chance where stop and target are equally far', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 50 }), (distance, spread) => {
        expect(value(`chance-at-distance?distance=${distance}&spread=${spread}`)).toBeCloseTo(
          value(`chance-of-target?stop=${distance}&target=${distance}&spread=${spread}`) as number,
          12,
        )
      }),
    )
  })

  it("put an observed rate inside Wilson's interval, which narrows with the count and stays between 0 and 1", () => {
    expect(value('win-share-low?rate=0.4&count=100')).toBeCloseTo(0.3094, 4)
    expect(value('win-share-high?rate=0.4&count=100')).toBeCloseTo(0.498, 4)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 2000 }), (percent, count) => {
        const [low, high] = ['low', 'high'].map(
          (end) => value(`win-share-${end}?rate=${percent / 100}&count=${count}`) as number,
        ) as [number, number]
        const [nextLow, nextHigh] = ['low', 'high'].map(
          (end) => value(`win-share-${end}?rate=${percent / 100}&count=${count + 1}`) as number,
        ) as [number, number]
        expect(low).toBeGreaterThanOrEqual(-1e-12)
        expect(high).toBeLessThanOrEqual(1 + 1e-12)
        expect(low).toBeLessThanOrEqual(percent / 100 + 1e-12)
        expect(high).toBeGreaterThanOrEqual(percent / 100 - 1e-12)
        expect(nextHigh - nextLow).toBeLessThan(high - low)
      }),
    )
  })

  it('close a position at the level where equity is down to that part of the margin', () => {
    const pips = value('pips-to-close-out?equity=2000&margin=1200&level=0.5&value=2') as number
    expect((2000 - pips * 2) / 1200).toBeCloseTo(0.5, 12)
  })

  it('count a buy and the mirrored sale as the same R', () => {
    expect(value('trade-in-r?entry=1.0850&stop=1.0825&exit=1.0890')).toBe(1.6)
    expect(value('trade-in-r?entry=1.0850&stop=1.0875&exit=1.0810')).toBe(1.6)
  })
})
