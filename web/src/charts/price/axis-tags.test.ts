import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenTicks, labelRows, TAG_PITCH, tagPlaces } from './axis-tags.ts'

const place = fc.integer({ min: 0, max: 600 })

describe('where the tags of the price axis stand', () => {
  it('is where their prices are, while these lie apart', () => {
    expect(tagPlaces([40, 120, 200], 80)).toEqual([40, 120, 200])
  })

  it('is away from the last price, which stays', () => {
    expect(tagPlaces([95, 104, 110], 100)).toEqual([82, 118, 136])
  })

  it('never covers another tag nor the last price, and keeps the order of prices', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 6 }), fc.option(place), (wanted, still) => {
        const places = tagPlaces(wanted, still)
        const all = [...places, ...(still === null ? [] : [still])].sort((a, b) => a - b)
        for (const [index, one] of all.slice(1).entries()) {
          expect(one - (all[index] as number)).toBeGreaterThanOrEqual(TAG_PITCH)
        }
        for (const [a, one] of wanted.entries()) {
          for (const [b, other] of wanted.entries()) {
            if (one < other) expect(places[a]).toBeLessThan(places[b] as number)
          }
        }
      }),
    )
  })
})

describe('a tick beside a tag', () => {
  it('is hidden when the tag would touch it, and stays when there is air between them', () => {
    expect(hiddenTicks([10, 40, 70, 100], [49])).toEqual([40])
    expect(hiddenTicks([10, 40, 70, 100], [55])).toEqual([40, 70])
    expect(hiddenTicks([10, 40], [])).toEqual([])
  })
})

describe('the names of levels', () => {
  it('are never less than a line apart, and keep their place where they can', () => {
    expect(labelRows([40, 80, 200], 14)).toEqual([40, 80, 200])
    expect(labelRows([44, 40, 200], 14)).toEqual([54, 40, 200])
    expect(labelRows([40, 40, 40], 14)).toEqual([40, 54, 68])
  })
})
