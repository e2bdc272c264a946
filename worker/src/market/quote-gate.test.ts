import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QuoteGate } from './quote-gate.ts'

describe('QuoteGate', () => {
  it('passes a symbol at most four times in any second, whatever arrives when', () => {
    const arrivals = fc.array(fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 3 }), fc.nat({ max: 50 })), {
      maxLength: 300,
    })
    fc.assert(
      fc.property(arrivals, (steps) => {
        const gate = new QuoteGate()
        const told = new Map<string, number[]>()
        let at = 0
        for (const [apart, which, price] of steps) {
          at += apart
          const symbol = `S${which}`
          for (const quote of gate.pass([{ symbol, bid: `${price}`, ask: `${price + 1}`, at }], at)) {
            told.set(quote.symbol, [...(told.get(quote.symbol) ?? []), at])
          }
        }
        for (const times of told.values()) {
          for (const [index, time] of times.entries()) {
            const later = times[index + 4]
            if (later !== undefined) expect(later - time).toBeGreaterThanOrEqual(1000)
          }
        }
      }),
    )
  })

  it('records twice a minute that a repeated price is unchanged, but not a price that is no longer repeated', () => {
    const gate = new QuoteGate()
    const given = (at: number) => [{ symbol: 'EURUSD', bid: '1.1', ask: '1.2', at }]
    expect(gate.standing(given(0), 0)).toEqual([])
    gate.pass(given(0), 0)
    const noted: number[] = []
    for (let at = 250; at <= 120_000; at += 250) {
      expect(gate.pass(given(at), at)).toEqual([])
      if (gate.standing(given(at), at).length > 0) noted.push(at)
    }
    expect(noted).toEqual([30_000, 60_000, 90_000, 120_000])
    // The venue is silent: its last price becomes outdated.
    for (let at = 120_250; at <= 300_000; at += 250) expect(gate.standing(given(120_000), at)).toEqual([])
    expect(gate.standing([{ symbol: 'EURUSD', bid: '1.1', ask: '1.3', at: 300_250 }], 300_250)).toEqual([])
  })

  it('passes a price once, and the latest of those held back', () => {
    const gate = new QuoteGate()
    const quote = (bid: string) => [{ symbol: 'EURUSD', bid, ask: '2', at: 0 }]
    expect(gate.pass(quote('1.1'), 0)).toHaveLength(1)
    expect(gate.pass(quote('1.1'), 5000)).toHaveLength(0)
    expect(gate.pass(quote('1.2'), 5100)).toHaveLength(1)
    expect(gate.pass(quote('1.3'), 5200)).toHaveLength(0)
    expect(gate.pass(quote('1.4'), 5350).map(({ bid }) => bid)).toEqual(['1.4'])
  })
})
