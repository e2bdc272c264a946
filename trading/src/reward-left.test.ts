import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, plain } from './decimal.ts'
import type { Levels } from './levels.ts'
import { type LiveSignal, rewardLeft, tooLatePrice } from './reward-left.ts'

const levels: Levels = {
  direction: 'buy',
  order_type: 'market',
  entry_low: '100',
  entry_high: '100',
  stop_loss: '90',
  targets: [
    { price: '110', share: '50' },
    { price: '130', share: '50' },
  ],
}
const live: LiveSignal = { levels, state: 'active', reached: 0, stop: '90' }
const at = (ask: string, changes: Partial<LiveSignal> = {}) => {
  const { ratio, tooLate, reason } = rewardLeft({ ...live, ...changes }, { bid: ask, ask })
  return [ratio && plain(ratio.toDecimalPlaces(2)), tooLate, reason]
}

describe('rewardLeft', () => {
  it.each<[string, string, Partial<LiveSignal>, unknown[]]>([
    ['offers at the entry what was announced', '100', {}, ['2', false, null]],
    ['offers more below the entry', '95', {}, ['5', false, null]],
    ['still lets enter at exactly half of what was announced', '105', {}, ['1', false, null]],
    ['turns to too late below half', '105.1', {}, ['0.99', true, 'reward_halved']],
    ['turns to too late at a target', '111', { reached: 1 }, ['0.9', true, 'target_reached']],
    ['turns to too late at the stop', '90', {}, [null, true, 'stop_passed']],
    ['turns to too late once ended', '100', { state: 'closed' }, [null, true, 'ended']],
    ['measures from the stop as it stands now', '105', { stop: '100' }, ['3', false, null]],
    [
      'is never too late for a pending limit order',
      '125',
      { state: 'pending', levels: { ...levels, order_type: 'limit' } },
      ['2', false, null],
    ],
  ])('%s', (_name, ask, changes, expected) => {
    expect(at(ask, changes)).toEqual(expected)
  })

  it('uses the ask for a buyer and the bid for a seller', () => {
    const sell: Levels = {
      ...levels,
      direction: 'sell',
      stop_loss: '110',
      targets: [{ price: '80', share: '100' }],
    }
    expect(plain(rewardLeft({ ...live, levels: sell, stop: '110' }, { bid: '100', ask: '109' }).ratio!)).toBe(
      '2',
    )
    expect(plain(rewardLeft(live, { bid: '91', ask: '100' }).ratio!)).toBe('2')
  })

  it('gives the price at which the rule changes', () => {
    expect(plain(tooLatePrice(levels))).toBe('105')
    fc.assert(
      fc.property(fc.integer({ min: 91, max: 99 }), fc.integer({ min: 106, max: 150 }), (stop, goal) => {
        const other: Levels = {
          ...levels,
          stop_loss: String(stop),
          targets: [{ price: String(goal), share: '100' }],
        }
        const turn = tooLatePrice(other)
        const verdict = (price: Decimal) =>
          rewardLeft({ ...live, levels: other, stop: String(stop) }, { bid: '1', ask: price.toFixed(20) })
            .tooLate
        expect(verdict(turn.minus('0.0001'))).toBe(false)
        expect(verdict(turn.plus('0.0001'))).toBe(true)
      }),
    )
  })

  it('uses the current stop: a moved one leaves more room, and the rule changes exactly there', () => {
    // Stop at the entry of 100, target 120, announced 2: (120 − p) ÷ (p − 100) = 1.
    expect(plain(tooLatePrice(levels, '100'))).toBe('110')
    fc.assert(
      fc.property(fc.integer({ min: 90, max: 99 }), fc.integer({ min: 106, max: 150 }), (stop, goal) => {
        const other: Levels = { ...levels, targets: [{ price: String(goal), share: '100' }] }
        const turn = tooLatePrice(other, String(stop))
        const verdict = (price: Decimal) =>
          rewardLeft({ ...live, levels: other, stop: String(stop) }, { bid: '1', ask: price.toFixed(20) })
            .tooLate
        expect(verdict(turn.minus('0.0001'))).toBe(false)
        expect(verdict(turn.plus('0.0001'))).toBe(true)
      }),
    )
  })
})
