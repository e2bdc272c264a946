import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Levels } from './levels.ts'
import { alertDue, type PriceSpan, type SignalNow } from './signal-alert.ts'

const levels: Levels = {
  direction: 'buy',
  order_type: 'limit',
  entry_low: '1.0850',
  entry_high: '1.0860',
  stop_loss: '1.0820',
  targets: [
    { price: '1.0900', share: '50' },
    { price: '1.0950', share: '50' },
  ],
}
const pending: SignalNow = { levels, state: 'pending', reached: 0, stop: '1.0820' }
const active: SignalNow = { ...pending, state: 'active' }
const EURUSD = { pipSize: '0.0001' }
const at = (bid: string, ask = bid): PriceSpan => ({ lowBid: bid, highBid: bid, lowAsk: ask, highAsk: ask })

describe('an alert on a signal', () => {
  it.each([
    ['entry, the ask five pips away', 'entry', '5', 'pips', pending, at('1.0863', '1.0865'), 'entry'],
    ['entry, the ask six pips away', 'entry', '5', 'pips', pending, at('1.0864', '1.0866'), null],
    ['entry once the signal is active', 'entry', '5', 'pips', active, at('1.0860'), null],
    ['stop within a quarter of R', 'stop', '0.25', 'r', active, at('1.0830'), 'stop:1.082'],
    ['stop while nothing was entered', 'stop', '0.25', 'r', pending, at('1.0821'), null],
    [
      'stop that was moved to the entry',
      'stop',
      '5',
      'pips',
      { ...active, stop: '1.0860' },
      at('1.0862'),
      'stop:1.086',
    ],
    ['next target', 'target', '5', 'pips', { ...active, reached: 1 }, at('1.0946'), 'target:2'],
    ['target already reached', 'target', '5', 'pips', { ...active, reached: 1 }, at('1.0900'), null],
    ['target when all are reached', 'target', '5', 'pips', { ...active, reached: 2 }, at('1.0950'), null],
    ['a closed signal', 'stop', '5', 'pips', { ...active, state: 'closed' }, at('1.0820'), null],
  ] as const)('%s', (_name, kind, distance, unit, signal, span, occasion) => {
    expect(alertDue({ kind, distance, unit }, signal, span, EURUSD)?.occasion ?? null).toBe(occasion)
  })

  it('is due for a minute whose range crossed the level, even if neither end was near', () => {
    const span = { lowBid: '1.0880', highBid: '1.0925', lowAsk: '1.0881', highAsk: '1.0926' }
    expect(alertDue({ kind: 'target', distance: '1', unit: 'pips' }, active, span, EURUSD)?.level).toBe(
      '1.09',
    )
  })

  it('is due at a greater distance whenever it is due at a smaller one', () => {
    const points = fc.integer({ min: 108_000, max: 110_000 })
    fc.assert(
      fc.property(
        points,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 200 }),
        (price, near, more) => {
          const span = at((price / 100_000).toFixed(5))
          const rule = (distance: number) =>
            alertDue({ kind: 'stop', distance: String(distance), unit: 'pips' }, active, span, EURUSD)
          if (rule(near)) expect(rule(near + more)).not.toBeNull()
        },
      ),
    )
  })
})
