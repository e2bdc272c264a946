import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal, plain } from './decimal.ts'
import { INSTRUMENTS, instrument } from './fixtures/instruments.ts'
import { announcedRisk, entryPrice, evenShares, orderTypeAt, rAt, targetsR, weightedR } from './levels.ts'
import { completeLevels, type SignalDraft, validateSignal } from './signal.ts'
import { validDraft } from './testing/valid-draft.ts'

function problemsOf(changes: Partial<SignalDraft>) {
  return validateSignal({ ...validDraft, ...changes }, instrument('EURUSD')).map(
    ({ key, field }) => `${key} ${field}`,
  )
}

const target = (price: string, share = '100') => [{ price, share }]

describe('validateSignal', () => {
  it('requires both answers about interests for each signal', () => {
    expect(problemsOf({ position_held: 'sell', affiliate_link: 'yes' })).toEqual([])
    for (const answer of ['', 'maybe', undefined]) {
      expect(problemsOf({ position_held: answer as never })).toEqual(['missing_answer position_held'])
      expect(problemsOf({ affiliate_link: answer as never })).toEqual(['missing_answer affiliate_link'])
    }
  })

  it('accepts a complete signal', () => {
    expect(problemsOf({})).toEqual([])
  })

  it.each<[string, Partial<SignalDraft>, string[]]>([
    ['an instrument that is not the one named', { symbol: 'GBPUSD' }, ['unknown_instrument symbol']],
    ['a direction nobody knows', { direction: 'up' as 'buy' }, ['invalid_direction direction']],
    ['an order type nobody knows', { order_type: 'oco' as 'limit' }, ['invalid_order_type order_type']],
    ['no stop', { stop_loss: '' }, ['missing_level stop_loss']],
    ['no targets', { targets: [] }, ['missing_level targets']],
    ['a target without a price', { targets: target('') }, ['missing_level targets']],
    [
      'zone edges in the wrong order',
      { entry_low: '1.08600', entry_high: '1.08500' },
      ['missing_level entry_low'],
    ],
    ['more digits than quoted', { stop_loss: '1.082001' }, ['too_many_digits stop_loss']],
    ['a buy with its stop above', { stop_loss: '1.08700' }, ['stop_on_wrong_side stop_loss']],
    ['a stop on the edge of the zone', { stop_loss: '1.08500' }, ['stop_on_wrong_side stop_loss']],
    ['a target inside the zone', { targets: target('1.08600') }, ['target_on_wrong_side targets']],
    ['a first target at 0.49 R', { targets: target('1.08796') }, ['first_target_too_close targets']],
    [
      'targets that come back',
      { targets: [...target('1.09400', '50'), ...target('1.09000', '50')] },
      ['targets_not_ordered targets'],
    ],
    [
      'six targets',
      { targets: [1, 2, 3, 4, 5, 6].map((n) => ({ price: `1.09${n}00`, share: n === 1 ? '50' : '10' })) },
      ['too_many_targets targets'],
    ],
    ['shares that make 99', { targets: target('1.09000', '99') }, ['shares_not_complete targets']],
    [
      'a share of zero',
      { targets: [...target('1.09000', '100'), ...target('1.09400', '0')] },
      ['shares_not_complete targets'],
    ],
    [
      'a share with five decimals',
      { targets: [...target('1.09000', '33.33333'), ...target('1.09400', '66.66667')] },
      ['shares_not_complete targets'],
    ],
    ['a risk of eleven percent', { risk_percent: '11' }, ['invalid_risk risk_percent']],
    ['a risk of nothing', { risk_percent: '0' }, ['invalid_risk risk_percent']],
    ['a text of 4001 characters', { facts: 'é'.repeat(4001) }, ['text_too_long facts']],
    ['a validity of four minutes', { validity_minutes: 4 }, ['invalid_validity validity_minutes']],
    ['a text of spaces', { facts: '  ' }, ['missing_text facts']],
    [
      'a timeframe, style and tier nobody knows',
      { timeframe: 'W1' as 'D1', style: 'x' as 'swing', tier: 'gold' as 'premium' },
      ['invalid_timeframe timeframe', 'invalid_style style', 'invalid_tier tier'],
    ],
  ])('refuses %s', (_name, changes, expected) => {
    expect(problemsOf(changes)).toEqual(expected)
  })

  it('accepts a first target at exactly 0.5 R', () => {
    expect(problemsOf({ targets: target('1.08800') })).toEqual([])
  })

  it('validates a sell symmetrically', () => {
    const steps = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 5, maxLength: 5 })
    const at = (points: number) => new Decimal(points).dividedBy(10000).toFixed(4)
    fc.assert(
      fc.property(steps, (moves) => {
        const [low, width, stop, first, second] = moves as [number, number, number, number, number]
        const draft = (side: 1 | -1): SignalDraft => {
          const edges = [side * low, side * (low + Math.abs(width))].map((move) => 10850 + move)
          return {
            ...validDraft,
            direction: side === 1 ? 'buy' : 'sell',
            entry_low: at(Math.min(...edges)),
            entry_high: at(Math.max(...edges)),
            stop_loss: at(10850 + side * stop),
            targets: [...target(at(10850 + side * first), '60'), ...target(at(10850 + side * second), '40')],
          }
        }
        expect(validateSignal(draft(-1), instrument('EURUSD'))).toEqual(
          validateSignal(draft(1), instrument('EURUSD')),
        )
      }),
    )
  })

  it('never throws for a partially filled form', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('1.0850', '0', '-1', '1e9', '1.08500000001'))
    const draft = fc.record(
      {
        symbol: text,
        direction: fc.constantFrom('buy', 'sell', ''),
        entry_low: text,
        entry_high: text,
        stop_loss: text,
        targets: fc.array(fc.record({ price: text, share: text }), { maxLength: 7 }),
        validity_minutes: fc.double(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(draft, (value) => {
        expect(validateSignal(value as Partial<SignalDraft>, instrument('EURUSD')).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('levels', () => {
  const levels = completeLevels(validDraft)!

  it('measures R from the edge of the zone furthest from the stop', () => {
    expect(plain(entryPrice(levels))).toBe('1.086')
    expect(plain(announcedRisk(levels))).toBe('0.004')
    expect(targetsR(levels).map(plain)).toEqual(['1', '2'])
    expect(plain(weightedR(levels))).toBe('1.5')
    expect(plain(rAt(levels, new Decimal(levels.stop_loss)))).toBe('-1')
  })

  it('splits evenly into integer shares that add up to 100', () => {
    expect(evenShares(3)).toEqual(['34', '33', '33'])
    for (const count of [1, 2, 3, 4, 5]) {
      expect(evenShares(count).reduce((sum, share) => sum + Number(share), 0)).toBe(100)
    }
  })

  it('determines the order type from the zone and the current price', () => {
    const buy = { direction: 'buy', entry_low: '1.0850', entry_high: '1.0860' } as const
    expect(orderTypeAt(buy, { bid: '1.0854', ask: '1.0855' })).toBe('market')
    expect(orderTypeAt(buy, { bid: '1.0864', ask: '1.0865' })).toBe('limit')
    expect(orderTypeAt(buy, { bid: '1.0844', ask: '1.0845' })).toBe('stop')
    expect(orderTypeAt({ ...buy, direction: 'sell' }, { bid: '1.0864', ask: '1.0865' })).toBe('stop')
  })

  it('gives an R that is independent of instrument and scale', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INSTRUMENTS), fc.integer({ min: 1, max: 500 }), (market, factor) => {
        const scaled = (text: string) => new Decimal(text).times(factor).toFixed(market.digits + 6)
        const other = {
          ...levels,
          entry_low: scaled(levels.entry_low),
          entry_high: scaled(levels.entry_high),
          stop_loss: scaled(levels.stop_loss),
          targets: levels.targets.map(({ price, share }) => ({ price: scaled(price), share })),
        }
        expect(weightedR(other).equals(weightedR(levels))).toBe(true)
      }),
    )
  })
})
