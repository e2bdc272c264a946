import { describe, expect, it } from 'vitest'
import { isNarrowed, NO_FILTERS, readFilters, writeFilters } from './filters.ts'

const read = (text: string) => readFilters(new URLSearchParams(text))

describe('the filters of the forum', () => {
  it('[S-04] are read from the address, and an unknown value is no filter', () => {
    expect(read('vue=populaires&categorie=risque&instrument=EURUSD&recherche=stop&du=2026-11-01')).toEqual({
      view: 'populaires',
      list: null,
      running: null,
      category: 'risque',
      symbol: 'EURUSD',
      author: null,
      search: 'stop',
      from: '2026-11-01',
      to: null,
    })
    expect(read('vue=autre&categorie=%27;--&instrument=<b>&auteur=1&du=hier')).toEqual(read(''))
  })

  it('are written without what is usual, and leave the rest of the address alone', () => {
    const before = new URLSearchParams('sujet=1&vue=populaires&recherche=stop')
    expect(`${writeFilters(before, { view: 'recents', category: 'risque' })}`).toBe(
      'sujet=1&recherche=stop&categorie=risque',
    )
    expect(`${writeFilters(before, NO_FILTERS)}`).toBe('sujet=1&vue=populaires')
    expect(isNarrowed(read('vue=populaires&categorie=risque'))).toBe(false)
    expect(isNarrowed(read('recherche=stop'))).toBe(true)
    expect(read('idees=en-cours').running).toBe('en-cours')
    expect(isNarrowed(read('idees=en-cours'))).toBe(true)
    expect(read('idees=closes')).toEqual(read(''))
  })
})
