import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '../trade.ts'
import type { Condition } from './condition.ts'
import { resolve } from './resolve.ts'

const START = Date.UTC(2026, 10, 20, 10)
const MINUTE = 60_000

/** Minutes from ten o'clock as "open high low close"; an empty text is a minute without a price. */
const market = (...minutes: string[]): Candle[] =>
  minutes.flatMap((text, index) => {
    const [open, high, low, close] = text.split(' ')
    if (!open) return []
    return [
      { openedAt: START + index * MINUTE, open, high: high!, low: low!, close: close!, spread: '0.0001' },
    ]
  })

/** The outcome of a condition stated at 1.1000 with a deadline ten minutes later, and the minute at which it was certain. */
function told(condition: Condition, ...minutes: string[]) {
  const { outcome, at } = resolve({ condition, reference: '1.1000' }, START + 10 * MINUTE, market(...minutes))
  return `${outcome} ${(at - START) / MINUTE}`
}

const close: Condition = { kind: 'close', side: 'above', level: '1.1010' }
const touch: Condition = { kind: 'touch', level: '1.1010' }
const between: Condition = { kind: 'between', low: '1.0990', high: '1.1010' }
const first: Condition = { kind: 'first', level: '1.1010', other: '1.0990' }
const QUIET = '1.1 1.1005 1.0995 1.1'

describe('a statement about the close', () => {
  it('is decided by the last minute that ends by the deadline, regardless of earlier ones', () => {
    expect(told(close, '1.1 1.2 1.1 1.2', '1.2 1.2 1.1 1.10101')).toBe('true 10')
    expect(told(close, '1.1 1.2 1.1 1.2', '1.2 1.2 1.1 1.1010')).toBe('false 10')
    const late = [...Array(10).fill(QUIET), '1.1 1.2 1.1 1.2']
    expect(told(close, ...late)).toBe('false 10')
  })

  it('is false at its level, which is neither above nor below', () => {
    for (const side of ['above', 'below'] as const)
      expect(told({ kind: 'close', side, level: '1.1000' }, QUIET)).toBe('false 10')
  })
})

describe('a statement about a touch', () => {
  it('comes true at the end of the minute that touches, or at its open after a gap', () => {
    expect(told(touch, QUIET, '1.1 1.1010 1.1 1.1')).toBe('true 2')
    expect(told(touch, QUIET, '1.1020 1.1030 1.1015 1.1020')).toBe('true 1')
  })

  it('is reached from the side of the reference price', () => {
    expect(told({ kind: 'touch', level: '1.0990' }, QUIET, '1.0980 1.0980 1.0970 1.0975')).toBe('true 1')
    expect(told(touch, QUIET)).toBe('false 10')
  })
})

describe('a statement that price stays between', () => {
  it('fails when an edge is touched, and is true at the deadline otherwise', () => {
    expect(told(between, QUIET, QUIET)).toBe('true 10')
    expect(told(between, QUIET, '1.1 1.1005 1.0990 1.1')).toBe('false 2')
    expect(told(between, '1.1011 1.1012 1.1009 1.1')).toBe('false 0')
  })
})

describe('a statement about the first of two levels', () => {
  it('is decided by the first minute that reaches a level', () => {
    expect(told(first, QUIET, '1.1 1.1010 1.1 1.1', '1.1 1.1 1.09 1.1')).toBe('true 2')
    expect(told(first, QUIET, '1.1 1.1 1.0990 1.1', '1.1 1.2 1.1 1.1')).toBe('false 2')
    expect(told(first, QUIET)).toBe('false 10')
  })

  it('is false if one minute reaches both, unless the minute opened at its level', () => {
    expect(told(first, '1.1 1.1010 1.0990 1.1')).toBe('false 1')
    expect(told(first, '1.1015 1.1020 1.0980 1.1')).toBe('true 0')
  })
})

describe('a statement without a price', () => {
  it('has no outcome', () => {
    for (const condition of [close, touch, between, first]) {
      expect(told(condition)).toBe('null 10')
      expect(told(condition, ...Array(10).fill(''), QUIET)).toBe('null 10')
    }
  })

  it('is decided on the longer bars that stand in for its minutes, and on none that ends after the deadline', () => {
    const bar = (minutes: number): Candle => ({ ...market('1.1 1.1010 1.1 1.1')[0]!, minutes })
    const until = (minutes: number) =>
      resolve({ condition: touch, reference: '1.1000' }, START + 10 * MINUTE, [bar(minutes)])
    expect(until(5)).toMatchObject({ outcome: true, at: START + 5 * MINUTE })
    expect(until(15)).toMatchObject({ outcome: null, candle: null })
  })
})

const price = fc.integer({ min: 10_900, max: 11_100 }).map((points) => (points / 10_000).toFixed(4))
const minute = fc.array(price, { minLength: 4, maxLength: 4 }).map((four) => {
  const sorted = [...four].sort()
  return `${four[0]} ${sorted[3]} ${sorted[0]} ${four[1]}`
})
const away = (low: number, high: number) =>
  fc.integer({ min: low, max: high }).map((points) => (1.1 + points / 10_000).toFixed(4))
const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('close' as const), side: fc.constantFrom('above', 'below'), level: price }),
  fc.record({ kind: fc.constant('touch' as const), level: fc.oneof(away(1, 90), away(-90, -1)) }),
  fc.record({ kind: fc.constant('between' as const), low: away(-90, -1), high: away(1, 90) }),
  fc.record({ kind: fc.constant('first' as const), level: away(1, 90), other: away(-90, -1) }),
)
const someMinutes = fc.array(fc.oneof(minute, fc.constant('')), { maxLength: 14 })

describe('in any market, a resolution', () => {
  const deadline = START + 10 * MINUTE
  const of = (condition: Condition, candles: Candle[]) =>
    resolve({ condition, reference: '1.1000' }, deadline, candles)

  it('depends on one candle: deciding on it alone gives the same result', () => {
    fc.assert(
      fc.property(anyCondition, someMinutes, (condition, minutes) => {
        const resolution = of(condition, market(...minutes))
        expect(of(condition, resolution.candle ? [resolution.candle] : [])).toEqual(resolution)
      }),
    )
  })

  it('never depends on later candles, nor on candles after the deadline', () => {
    fc.assert(
      fc.property(anyCondition, someMinutes, minute, (condition, minutes, later) => {
        const candles = market(...minutes)
        const resolution = of(condition, candles)
        const until = candles.findIndex(({ openedAt }) => openedAt === resolution.candle?.openedAt)
        const after = market(...Array(11).fill(''), later)
        expect(of(condition, [...candles.slice(0, until + 1), ...after])).toEqual(resolution)
      }),
    )
  })

  it('gives a band and the touch of its edges opposite verdicts', () => {
    fc.assert(
      fc.property(someMinutes, away(-90, -1), away(1, 90), (minutes, low, high) => {
        const candles = market(...minutes)
        const stays = of({ kind: 'between', low, high }, candles).outcome
        const touches = [low, high].map((level) => of({ kind: 'touch', level }, candles).outcome)
        expect(stays).toBe(touches[0] === null ? null : !touches.includes(true))
      }),
    )
  })

  it('never makes both orders of two levels true', () => {
    fc.assert(
      fc.property(someMinutes, away(-90, -1), away(1, 90), (minutes, low, high) => {
        const candles = market(...minutes)
        const one = of({ kind: 'first', level: low, other: high }, candles).outcome
        const other = of({ kind: 'first', level: high, other: low }, candles).outcome
        expect(one === true && other === true).toBe(false)
      }),
    )
  })
})
