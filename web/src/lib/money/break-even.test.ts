import { describe, expect, it } from 'vitest'
import { breakEven, capitalScale } from './break-even.ts'

describe('the capital that earns a price back', () => {
  it('is the price over what one per cent of risk brings in a month', () => {
    // 39 € ÷ (0.22 R × 19 × 1 %)
    const { measured, least, most } = breakEven(3900, 19, 0.22, 0.3)
    expect(measured).toBeCloseTo(933.01, 2)
    expect(least).toBeCloseTo(394.74, 2)
    expect(most).toBeNull()
    expect(breakEven(3900, 19, 0.22, 0.1).most).toBeCloseTo(1710.53, 2)
  })

  it('is never enough where nothing is gained, or nothing is signalled', () => {
    expect(breakEven(3900, 19, 0, 0)).toEqual({ measured: null, least: null, most: null })
    expect(breakEven(3900, 19, -0.2, 0.1)).toEqual({ measured: null, least: null, most: null })
    expect(breakEven(3900, 0, 0.2, 0.1)).toEqual({ measured: null, least: null, most: null })
  })
})

describe('the scale of capitals', () => {
  it('holds every capital between round numbers, and never apart from them', () => {
    const scale = capitalScale([395, 933, 1857, null])
    expect(scale?.ticks).toEqual([200, 500, 1000, 2000])
    const places = [395, 933, 1857, null].map((capital) => scale?.placeOf(capital) ?? -1)
    expect(places.toSorted((one, other) => one - other)).toEqual(places)
    expect(places[3]).toBe(1)
    expect(places[2]).toBeLessThan(0.72)
    expect(scale?.placeOf(2000)).toBeCloseTo(0.72)
    expect(scale?.placeOf(200)).toBe(0)
  })

  it('has four round numbers at most, and is none without a capital', () => {
    expect(capitalScale([12, 900_000])?.ticks.length).toBeLessThanOrEqual(4)
    expect(capitalScale([null])).toBeNull()
  })
})
