import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATEGORIES, IMPACTS } from '#lib/announcements/announcement.ts'
import { type Filters, rangeOf, readFilters, stepped, VIEWS, writeFilters } from './filters.ts'

const filters = fc.record<Filters>({
  view: fc.constantFrom(...VIEWS),
  day: fc.option(fc.constantFrom('2026-11-19', '2026-03-29', '2026-10-25')),
  impacts: fc.subarray([...IMPACTS]),
  currencies: fc.subarray(['CHF', 'EUR', 'USD']),
  category: fc.option(fc.constantFrom(...CATEGORIES)),
  mine: fc.boolean(),
  text: fc.constantFrom('', 'Inflation a/a', 'é & = ?'),
  known: fc.option(fc.constant('2026-11-19T13:28:00.000Z')),
})

describe('the filters of the calendar', () => {
  it('are read from the address as they were written, beside what else is there', () =>
    fc.assert(
      fc.property(filters, (given) => {
        const search = writeFilters(new URLSearchParams('annonce=1'), given)
        expect(readFilters(new URLSearchParams(search.toString()))).toEqual(given)
        expect(search.get('annonce')).toBe('1')
      }),
    ))

  it('ignore what the address cannot mean', () => {
    const read = readFilters(
      new URLSearchParams(
        'vue=siecle&date=demain&impact=huge,high&devises=usd,EUR,EUR&connu=hier&categorie=x',
      ),
    )
    expect(read).toEqual({
      view: 'week',
      day: null,
      impacts: ['high'],
      currencies: ['EUR'],
      category: null,
      mine: false,
      text: '',
      known: null,
    })
  })
})

describe('the days of a view', () => {
  it('are whole days on the reader’s clock, whatever clocks do in between', () => {
    const now = new Date(2026, 2, 29, 12).getTime()
    const { from, until } = rangeOf({ view: 'week', day: null }, now)
    expect([from, until]).toEqual([new Date(2026, 2, 29), new Date(2026, 3, 5)])
    expect(rangeOf({ view: 'month', day: '2026-02-10' }, now)).toEqual({
      from: new Date(2026, 1, 1),
      until: new Date(2026, 2, 1),
    })
  })

  it('go on by a day, a week or a month', () => {
    const now = new Date(2026, 0, 31, 12).getTime()
    expect(stepped({ view: 'today', day: null }, 1, now)).toBe('2026-02-01')
    expect(stepped({ view: 'week', day: '2026-02-01' }, -1, now)).toBe('2026-01-25')
    // The 31st has no like in February.
    expect(stepped({ view: 'month', day: '2026-01-31' }, 1, now)).toBe('2026-02-01')
  })
})
