import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelPlaces, labelsFit, ruler } from './ruler.ts'

const buy = { entryLow: 1.085, entryHigh: 1.086, stop: 1.082, targets: [1.09, 1.095] }

describe('the ruler of a signal', () => {
  it('puts the stop at the left end and the last target at the right end', () => {
    const { targets, zone, needle, progress } = ruler(buy, 1.0885)
    expect(targets.at(-1)).toBeCloseTo(1)
    expect(zone.from).toBeCloseTo(0.003 / 0.013)
    expect(needle).toBeCloseTo(0.5)
    expect(progress?.gains).toBe(true)
  })

  it('reads a sell as the buy it mirrors', () => {
    const price = fc.double({ min: 1.07, max: 1.11, noNaN: true })
    fc.assert(
      fc.property(price, (now) => {
        const mirrored = ruler(
          {
            entryLow: 2 - buy.entryHigh,
            entryHigh: 2 - buy.entryLow,
            stop: 2 - buy.stop,
            targets: buy.targets.map((target) => 2 - target),
          },
          2 - now,
        )
        const own = ruler(buy, now)
        expect(mirrored.needle).toBeCloseTo(own.needle as number, 6)
        expect(mirrored.zone.to).toBeCloseTo(own.zone.to, 6)
        expect(mirrored.outside).toBe(own.outside)
      }),
    )
  })

  it('keeps the needle on the track and says when the price is beyond it', () => {
    expect(ruler(buy, 1.2)).toMatchObject({ needle: 1, outside: true })
    expect(ruler(buy, 1)).toMatchObject({ needle: 0, outside: true })
    expect(ruler(buy, null)).toMatchObject({ needle: null, progress: null })
  })

  it('keeps the names apart, in order, between the ends', () => {
    const share = fc.double({ min: 0.01, max: 0.98, noNaN: true })
    const widths = [0.15, 0.3, 0.15, 0.15]
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [entry, first] = [Math.min(one, other), Math.max(one, other)]
        const drawn = ruler({ stop: 0, entryLow: entry, entryHigh: entry, targets: [first + 0.001, 1] }, null)
        const [, entryAt = 0, firstAt = 0] = labelPlaces(drawn, widths)
        expect(entryAt - 0.15).toBeGreaterThan(0.15)
        expect(firstAt - entryAt).toBeGreaterThan(0.225)
        expect(firstAt + 0.075).toBeLessThan(0.85)
      }),
    )
  })

  it('places names at their levels only where they all have room', () => {
    expect(labelsFit([0.15, 0.3, 0.15, 0.15])).toBe(true)
    expect(labelsFit([0.25, 0.35, 0.25, 0.25])).toBe(false)
  })
})
