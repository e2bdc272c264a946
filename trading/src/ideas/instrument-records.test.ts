import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instrumentRecords, type OnInstrument } from './instrument-records.ts'

const at = (day: number) => `${new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 19)}.000000Z`

const ended = (number: number, symbol: string, reached: boolean, probability: string): OnInstrument => ({
  number,
  symbol,
  publishedAt: at(number),
  demonstration: false,
  opened: {
    state: 'closed',
    closedAt: at(number + 1),
    r: reached ? '1' : '-1',
    probability,
    kinds: reached ? ['entered', 'target_reached', 'closed'] : ['entered', 'stopped'],
  },
})
const series = (
  symbol: string,
  count: number,
  of: (nth: number) => [reached: boolean, probability: string],
) => Array.from({ length: count }, (_, nth) => ended(nth + 1, symbol, ...of(nth)))

describe('the records by instrument', () => {
  it('have no figure under thirty scored probabilities of the instrument, however many there are on others', () => {
    const rows = instrumentRecords([
      ...series('XAUUSD', 29, (nth) => [nth % 2 === 0, '0.5']),
      ...series('EURUSD', 30, (nth) => [nth % 2 === 0, '0.5']),
    ])
    expect(rows.map(({ symbol, n }) => [symbol, n])).toEqual([
      ['EURUSD', 30],
      ['XAUUSD', 29],
    ])
    expect(rows[0]).toMatchObject({ stated: '0.5000', rate: '0.5000', auc: '0.5000' })
    expect(rows[1]).toMatchObject({ stated: null, rate: null, rate_low: null, auc: null, auc_low: null })
  })

  it('tell who knows gold and guesses currencies', () => {
    const [gold, currency] = instrumentRecords([
      ...series('XAUUSD', 60, (nth) => [nth % 2 === 0, nth % 2 === 0 ? '0.7' : '0.3']),
      ...series('EURUSD', 40, (nth) => [nth % 4 === 0, nth % 2 === 0 ? '0.7' : '0.6']),
    ])
    expect(gold).toMatchObject({ symbol: 'XAUUSD', auc: '1.0000', rate: '0.5000', stated: '0.5000' })
    // A quarter came of what was said to be likelier than not: outside the interval.
    expect(Number(currency!.rate_high)).toBeLessThan(Number(currency!.stated))
    expect(Number(currency!.auc_low)).toBeLessThan(Number(currency!.auc))
    expect(Number(currency!.auc_high)).toBeGreaterThan(Number(currency!.auc))
  })

  it('say nothing of sealed and open ideas, not even their instrument', () => {
    const [one] = series('USDJPY', 1, () => [true, '0.5'])
    expect(instrumentRecords([{ ...one!, opened: null }])).toEqual([])
    expect(instrumentRecords([{ ...one!, opened: { ...one!.opened!, closedAt: null } }])).toEqual([])
  })

  it('add up to all scored ideas, with intervals around their figures, in whatever order they come', () => {
    const idea = fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.boolean(), fc.integer({ min: 1, max: 99 }))
    fc.assert(
      fc.property(fc.array(idea, { maxLength: 150 }), (listed) => {
        const ideas = listed.map(([symbol, reached, hundredths], nth) =>
          ended(nth + 1, symbol, reached, String(hundredths / 100)),
        )
        const rows = instrumentRecords(ideas)
        expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(ideas.length)
        for (const { rate, rate_low, rate_high, auc, auc_low, auc_high } of rows) {
          if (rate !== null) expect(rate >= rate_low! && rate <= rate_high!).toBe(true)
          if (auc !== null) expect(auc >= auc_low! && auc <= auc_high!).toBe(true)
        }
        expect(instrumentRecords(ideas.toReversed())).toEqual(rows)
      }),
    )
  })
})
