import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Filters, GROUPS, PERIODS, readFilters, writeFilters } from './filters.ts'

const filters: fc.Arbitrary<Filters> = fc.record({
  group: fc.constantFrom(null, ...GROUPS),
  symbol: fc.constantFrom(null, 'EURUSD', 'NAS100'),
  timeframe: fc.constantFrom(null, 'M15', 'H1'),
  bias: fc.constantFrom(null, 'buy' as const, 'sell' as const),
  days: fc.constantFrom(...PERIODS),
})

describe('the filters in the address', () => {
  it('[S-04] read back what was written, and leave other parameters alone', () => {
    fc.assert(
      fc.property(filters, (wanted) => {
        const search = writeFilters(new URLSearchParams('signal=x'), wanted)
        expect(readFilters(search)).toEqual(wanted)
        expect(search.get('signal')).toBe('x')
      }),
    )
  })

  it('take nonsense for no filter', () => {
    expect(readFilters(new URLSearchParams('etat=1&instrument=<b>&ut=Z9&biais=up&jours=-1'))).toEqual({
      group: null,
      symbol: null,
      timeframe: null,
      bias: null,
      days: 90,
    })
  })
})
