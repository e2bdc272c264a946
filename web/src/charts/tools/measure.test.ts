import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measure } from './measure.ts'

const place = (bar: number, price: number) => ({ bar, at: bar * 900, price })

describe('a measure', () => {
  it('tells points, pips, share, bars and time', () => {
    const found = measure(place(10, 1.085), place(18, 1.0823), 5, '0.0001')
    expect(found).toMatchObject({ points: -270, bars: 8, milliseconds: 7_200_000 })
    expect(found.pips.toNumber()).toBe(-27)
    expect(found.share.toDecimalPlaces(5).toNumber()).toBe(-0.00249)
  })

  it('agrees with the prices as they are shown', () => {
    expect(measure(place(0, 1.08504), place(1, 1.08506), 4, '0.0001').points).toBe(1)
  })

  it('is the opposite when it is taken the other way', () => {
    const price = fc.double({ min: 0.01, max: 100_000, noNaN: true })
    fc.assert(
      fc.property(price, price, fc.nat(500), fc.nat(500), (one, other, from, to) => {
        const there = measure(place(from, one), place(to, other), 2, '0.1')
        const back = measure(place(to, other), place(from, one), 2, '0.1')
        expect(back.points).toBe(0 - there.points)
        expect(back.pips.equals(there.pips.negated())).toBe(true)
        expect(back.bars).toBe(0 - there.bars)
        expect(back.milliseconds).toBe(there.milliseconds)
      }),
    )
  })
})
