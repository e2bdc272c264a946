import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageList } from './page-list.ts'

describe('the pages on offer', () => {
  it.each([
    [1, 1, [1]],
    [2, 5, [1, 2, 3, 4, 5]],
    [1, 12, [1, 2, 3, 4, 5, null, 12]],
    [6, 12, [1, null, 5, 6, 7, null, 12]],
    [12, 12, [1, null, 8, 9, 10, 11, 12]],
    [4, 12, [1, 2, 3, 4, 5, null, 12]],
  ])('of page %i of %i are %j', (page, count, pages) => {
    expect(pageList(page, count)).toEqual(pages)
  })

  it('rise, hold the ends and the current one, and leave out two or more at a time', () => {
    const place = fc
      .integer({ min: 1, max: 500 })
      .chain((count) => fc.tuple(fc.integer({ min: 1, max: count }), fc.constant(count)))
    fc.assert(
      fc.property(place, ([page, count]) => {
        const list = pageList(page, count)
        const numbers = list.filter((number) => number !== null)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, page, count]))
        list.forEach((number, at) => {
          if (number !== null) return
          expect((list[at + 1] as number) - (list[at - 1] as number)).toBeGreaterThan(2)
        })
        expect(list.length).toBeLessThanOrEqual(7)
      }),
    )
  })
})
