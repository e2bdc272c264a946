import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLASSES,
  type Filters,
  GROUPS,
  groupOf,
  isFiltered,
  PERIODS,
  passes,
  readFilters,
  writeFilters,
} from './filters.ts'

const filters: fc.Arbitrary<Filters> = fc.record({
  group: fc.constantFrom(null, ...GROUPS),
  kind: fc.constantFrom(null, ...CLASSES),
  style: fc.constantFrom(null, 'scalp', 'intraday', 'swing'),
  author: fc.option(fc.uuid()),
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
    expect(
      readFilters(
        new URLSearchParams('etat=1&instrument=<b>&ut=Z9&biais=up&jours=-1&classe=fx&style=day&analyste=me'),
      ),
    ).toEqual({
      group: null,
      kind: null,
      style: null,
      author: null,
      symbol: null,
      timeframe: null,
      bias: null,
      days: 90,
    })
  })

  it('let through what agrees with each of them, and nothing else', () => {
    const none = readFilters(new URLSearchParams())
    const signal = {
      symbol: 'XAUUSD',
      timeframe: 'H1',
      style: 'swing',
      author_id: 'a',
      signal_states: { state: 'expired' },
      signal_levels: { direction: 'sell' },
    } as never
    const through = (change: Partial<Filters>) => passes(signal, { ...none, ...change }, () => 'metal')
    expect(through({})).toBe(true)
    expect(isFiltered(none)).toBe(false)
    const same: Partial<Filters>[] = [
      { group: 'closed' },
      { kind: 'metal' },
      { symbol: 'XAUUSD' },
      { timeframe: 'H1' },
      { style: 'swing' },
      { bias: 'sell' },
      { author: 'a' },
    ]
    const other: Partial<Filters>[] = [
      { group: 'active' },
      { kind: 'forex' },
      { symbol: 'EURUSD' },
      { timeframe: 'M5' },
      { style: 'scalp' },
      { bias: 'buy' },
      { author: 'b' },
    ]
    for (const change of same) {
      expect(through(change)).toBe(true)
      expect(isFiltered({ ...none, ...change })).toBe(true)
    }
    for (const change of other) expect(through(change)).toBe(false)
  })
})

describe('the group of a signal', () => {
  it.each([
    ['open', 'active'],
    ['active', 'active'],
    ['pending', 'pending'],
    ['closed', 'closed'],
    ['expired', 'closed'],
    ['cancelled', 'closed'],
  ] as const)('%s is shown among what is %s: a sealed one runs for all that may be known', (state, group) => {
    const signal_states = { state, closed_at: null, realised_r: null, close_reason: null }
    expect(groupOf({ signal_states })).toBe(group)
  })
})
