import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFiltered, readFilters, toDatabase, writeFilters } from './filters.ts'

describe('the filters of the record', () => {
  it('come back from the address as they were written, and leave what is not theirs', () => {
    fc.assert(
      fc.property(
        fc.record({
          period: fc.constantFrom('30' as const, '90' as const, '365' as const, 'tout' as const),
          symbol: fc.option(fc.constantFrom('EURUSD', 'NAS100')),
          timeframe: fc.option(fc.constantFrom('M15' as const, 'H4' as const)),
          style: fc.option(fc.constantFrom('scalp' as const, 'swing' as const)),
          author: fc.option(fc.uuid()),
          weekday: fc.option(fc.constantFrom('1' as const, '7' as const)),
          session: fc.option(fc.constantFrom('asia' as const, 'between' as const)),
          direction: fc.option(fc.constantFrom('buy' as const, 'sell' as const)),
          tier: fc.option(fc.constantFrom('freemium' as const, 'premium' as const)),
        }),
        (filters) => {
          const search = writeFilters(new URLSearchParams('formule=expectancy'), filters)
          expect(readFilters(search)).toEqual(filters)
          expect(search.get('formule')).toBe('expectancy')
        },
      ),
    )
  })

  it('take nothing from the address that the database would refuse', () => {
    const search = new URLSearchParams(
      'jours=12&instrument=eur;&ut=M7&style=x&analyste=1&jour=8&seance=x&sens=up&acces=x',
    )
    expect(toDatabase(readFilters(search))).toEqual({ days: 90 })
    expect(isFiltered(readFilters(search))).toBe(false)
    expect(toDatabase(readFilters(new URLSearchParams('jours=tout&sens=buy')))).toEqual({ direction: 'buy' })
  })
})
