import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '../decimal.ts'
import { drawnTrades } from './drawn-trades.ts'

describe('drawn trades', () => {
  it('are as many winners as the rate says, mixed with the losers', () => {
    const trades = drawnTrades(new Decimal('0.4'))
    expect(trades).toHaveLength(10)
    expect(trades?.filter(Boolean)).toHaveLength(4)
    expect(trades).not.toEqual([...(trades ?? [])].sort())
    expect(trades).not.toEqual([...(trades ?? [])].sort().reverse())
    expect(drawnTrades(new Decimal('0.45'))).toHaveLength(20)
  })

  it('exist for every twentieth, and for no other rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 110 }), (percent) => {
        const rate = new Decimal(percent).dividedBy(100)
        const trades = drawnTrades(rate)
        const exist = percent % 5 === 0 && percent >= 0 && percent <= 100
        expect(trades !== null).toBe(exist)
        if (trades) expect(rate.times(trades.length).toNumber()).toBe(trades.filter(Boolean).length)
      }),
    )
  })
})
