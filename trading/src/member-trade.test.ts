import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { averageExit, type ModelFill, type OwnFill, ownResult } from './member-trade.ts'

const EURUSD = { pipSize: '0.0001', contractSize: '100000' }
const model: ModelFill = { direction: 'buy', stop: '1.0820', price: '1.0860', at: 1_000_000 }
const fill: OwnFill = {
  entryPrice: '1.0864',
  enteredAt: 1_090_000,
  exitPrice: '1.0908',
  lots: '0.11',
  conversionRate: '0.92',
  feesMinor: 77,
}

describe('a member’s own result', () => {
  it('computes R from the own entry to the published stop, money after fees, slippage and delay', () => {
    const result = ownResult(fill, model, EURUSD)
    expect(result.r?.toFixed()).toBe('1')
    expect(result.moneyMinor).toBe(4453 - 77)
    expect(result.slippagePips?.toFixed()).toBe('4')
    expect(result.delayMs).toBe(90_000)
  })

  it('computes a sell symmetrically', () => {
    const result = ownResult(
      { ...fill, entryPrice: '1.0850', exitPrice: '1.0880' },
      { ...model, direction: 'sell', stop: '1.0890', price: '1.0860' },
      EURUSD,
    )
    expect(result.r?.toFixed()).toBe('-0.75')
    expect(result.slippagePips?.toFixed()).toBe('10')
  })

  it('returns null for what cannot be known', () => {
    expect(ownResult({ ...fill, exitPrice: null }, model, EURUSD)).toMatchObject({
      r: null,
      moneyMinor: null,
    })
    expect(ownResult({ ...fill, lots: null }, model, EURUSD).moneyMinor).toBeNull()
    expect(ownResult(fill, { ...model, price: null, at: null }, EURUSD)).toMatchObject({
      slippagePips: null,
      delayMs: null,
    })
    expect(ownResult({ ...fill, entryPrice: '1.0810' }, model, EURUSD).r).toBeNull()
  })

  it('equals the model’s R when entering at its fill and exiting at its average exit, for buys and sells', () => {
    const price = fc.integer({ min: 100_000, max: 200_000 })
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: -300, max: 900 }),
        fc.boolean(),
        (entry, way, hundredths, buys) => {
          const text = (points: number) => new Decimal(points).dividedBy(100_000).toFixed()
          const direction = buys ? ('buy' as const) : ('sell' as const)
          const stop = text(buys ? entry - way : entry + way)
          const r = new Decimal(hundredths).dividedBy(100)
          const exit = averageExit({ direction, stop, price: text(entry), r: r.toFixed() })
          const own = ownResult(
            { ...fill, entryPrice: text(entry), exitPrice: exit.toFixed() },
            { direction, stop, price: text(entry), at: 0 },
            EURUSD,
          )
          expect(own.r?.minus(r).abs().lessThan('1e-30')).toBe(true)
          expect(own.slippagePips?.isZero()).toBe(true)
        },
      ),
    )
  })
})
