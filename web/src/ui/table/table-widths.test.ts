import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnWidths, withinLimits } from './table-widths.ts'

const columns = fc
  .array(fc.integer({ min: 64, max: 300 }), { minLength: 1, maxLength: 12 })
  .map((widths) => widths.map((width, place) => ({ key: `c${place}`, width })))
const sum = (widths: number[]) => widths.reduce((all, width) => all + width, 0)

describe('the widths of columns', () => {
  it('fill the table exactly if there is room, and never fall below their own widths', () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 0, max: 4000 }), (list, available) => {
        const wanted = sum(list.map(({ width }) => width))
        expect(sum(columnWidths(list, {}, available))).toBe(Math.max(wanted, available))
      }),
    )
  })

  it('keep the exact width that the reader set', () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 64, max: 640 }), fc.nat(2000), (list, width, available) => {
        const [first] = columnWidths(list, { c0: width }, available)
        expect(first).toBe(width)
      }),
    )
  })

  it('stay between the minimum and the maximum', () => {
    expect([withinLimits(3), withinLimits(200.4), withinLimits(9999)]).toEqual([64, 200, 640])
  })
})
