import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLAIN_VIEW } from './table-column.ts'
import { comparator, isOpen, matcher, nextSort, typed, withFilter } from './table-filter.ts'

describe('a table filter', () => {
  it('finds text anywhere in a cell, ignoring case and accents', () => {
    const passes = matcher({ kind: 'text', text: ' resultat ' })
    expect(passes('Le Résultat du mois')).toBe(true)
    expect(passes('Entrée')).toBe(false)
    expect(passes(null)).toBe(false)
  })

  it('accepts a range with comma or point, and without one limit', () => {
    expect(matcher({ kind: 'range', from: '−1,5', to: '' })('-1.50')).toBe(true)
    expect(matcher({ kind: 'range', from: '−1,5', to: '' })('-1.51')).toBe(false)
    expect(matcher({ kind: 'range', from: '', to: '2 000' })(2000)).toBe(true)
    expect(matcher({ kind: 'range', from: '', to: '2000' })(null)).toBe(false)
  })

  it('includes both ends of a period, at any hour', () => {
    const passes = matcher({ kind: 'dates', from: '2026-11-01', to: '2026-11-18' })
    const values = [
      '2026-11-01 00:00',
      '2026-11-18',
      '2026-11-18T23:59:59Z',
      '2026-10-31 23:59',
      '2026-11-19',
      '',
      null,
    ]
    expect(values.map(passes)).toEqual([true, true, true, false, false, false, false])
    expect(matcher({ kind: 'dates', from: '2026-11-01', to: '' })('2027-01-01')).toBe(true)
    expect(isOpen({ kind: 'dates', from: '', to: '' })).toBe(true)
  })

  it('matches any of the chosen values', () => {
    const passes = matcher({ kind: 'choice', values: ['Achat', ''] })
    expect([passes('Achat'), passes('Vente'), passes(null)]).toEqual([true, false, true])
  })

  it('is removed from the view when it matches everything', () => {
    const view = withFilter(PLAIN_VIEW, 'pair', { kind: 'text', text: 'eur' })
    expect(Object.keys(view.filters)).toEqual(['pair'])
    expect(withFilter(view, 'pair', { kind: 'text', text: ' ' }).filters).toEqual({})
    expect(withFilter(view, 'pair', null).filters).toEqual({})
    expect(isOpen({ kind: 'range', from: 'abc', to: '' })).toBe(true)
  })
})

describe('the order of a column', () => {
  it('cycles ascending, descending, none, and restarts on another column', () => {
    const rising = nextSort(null, 'date')
    expect(rising).toEqual({ key: 'date', descending: false })
    expect(nextSort(rising, 'date')).toEqual({ key: 'date', descending: true })
    expect(nextSort({ key: 'date', descending: true }, 'date')).toBeNull()
    expect(nextSort(rising, 'pair')).toEqual({ key: 'pair', descending: false })
  })

  it('sorts accented letters with their base letter, and numbers in text by value', () => {
    expect(['zèbre', 'Été', 'M15', 'ete', 'M5'].sort(comparator(false, 'fr'))).toEqual([
      'ete',
      'Été',
      'M5',
      'M15',
      'zèbre',
    ])
  })

  it('sorts decimals as numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (hundredths) => {
        const decimals = hundredths.map((value) => (value / 100).toFixed(2))
        const sorted = [...decimals].sort(comparator(true, 'fr')).map(Number)
        expect(sorted).toEqual(decimals.map(Number).sort((a, b) => a - b))
      }),
    )
  })

  it('parses numbers as people type them, and nothing else', () => {
    expect(['1 234,5', '−2', '1.5', '', 'x'].map(typed)).toEqual([1234.5, -2, 1.5, null, null])
  })
})
