import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { settle } from './outcome.ts'
import { type EndedSignal, type Manner, personalTrade } from './personal-trade.ts'
import type { Candle, RecordedEvent, Terms } from './trade.ts'

// A Tuesday.
const START = Date.UTC(2026, 10, 17, 9, 0)
const MINUTE = 60_000

const TERMS: Terms = {
  direction: 'buy',
  order_type: 'market',
  entry_low: '1.10000',
  entry_high: '1.10000',
  stop_loss: '1.09900',
  targets: [{ price: '1.10200', share: '100' }],
  digits: 5,
  publishedAt: START,
  expiresAt: START + 480 * MINUTE,
}

/** Minutes with a constant price each. */
const minutes = (...prices: string[]): Candle[] =>
  prices.map((price, index) => ({
    openedAt: START + index * MINUTE,
    open: price,
    high: price,
    low: price,
    close: price,
    spread: '0',
  }))

/** The signal with the events that the engine finds in its minutes. */
const signal = (
  candles: readonly Candle[],
  changes: Partial<Terms> = {},
  by_hand: RecordedEvent[] = [],
): EndedSignal => {
  const terms = { ...TERMS, ...changes }
  const events = [...settle(terms, by_hand, candles), ...by_hand].sort((one, other) => one.at - other.at)
  return { id: 'a', terms, pipSize: '0.0001', events }
}

const asked = (kind: 'close_asked' | 'cancel_asked', minute: number): RecordedEvent => ({
  kind,
  at: START + minute * MINUTE,
  price: null,
  r: null,
  data: { text: 'why' },
})

const AT_ONCE: Manner = { delayMinutes: 0, spreadPips: '0' }

describe('a member’s version of a signal', () => {
  it('equals the record when acting immediately with the recorded spread', () => {
    const price = fc.integer({ min: 109_850, max: 110_250 }).map((points) => (points / 100_000).toFixed(5))
    fc.assert(
      fc.property(fc.array(price, { minLength: 5, maxLength: 60 }), fc.nat({ max: 900 }), (path, seconds) => {
        const candles = minutes(...path)
        const recorded = signal(candles, {}, [asked('close_asked', seconds / 60)])
        fc.pre(recorded.events.some(({ kind }) => kind === 'stopped' || kind === 'closed'))
        const result = personalTrade(recorded, candles, AT_ONCE)
        const total = recorded.events.reduce((sum, { r }) => sum.plus(r ?? 0), new Decimal(0))
        expect(result).toMatchObject({ verdict: 'taken' })
        expect(result.verdict === 'taken' && result.r.equals(total)).toBe(true)
      }),
    )
  })

  it('enters at the open of the first minute after the delay', () => {
    const candles = minutes('1.10000', '1.10010', '1.10020', '1.10050', '1.10200')
    const result = personalTrade(signal(candles), candles, { delayMinutes: 3, spreadPips: '0' })
    // Filled at 1.10050, 0.00150 from the stop; 0.00150 to the target.
    expect(result).toMatchObject({ verdict: 'taken', enteredAt: START + 3 * MINUTE })
    expect(result.verdict === 'taken' && result.r.toString()).toBe('1')
  })

  it('pays the member’s spread, at the entry for a buy', () => {
    const candles = minutes('1.10000', '1.10100', '1.10200')
    const result = personalTrade(signal(candles), candles, { delayMinutes: 0, spreadPips: '5' })
    // Filled at 1.10050; 0.00150 to the stop and to the target.
    expect(result.verdict === 'taken' && [result.r.toString(), result.spreadR.toString()]).toEqual([
      '1',
      '0.3333',
    ])
  })

  it('counts as missed what had ended, or was too late by the published rule', () => {
    const fast = minutes('1.10000', '1.10200', '1.10200', '1.10200')
    expect(personalTrade(signal(fast), fast, { delayMinutes: 2, spreadPips: '0' })).toMatchObject({
      verdict: 'missed',
      reason: 'ended',
    })
    const far = minutes('1.10000', '1.10150', '1.10150', '1.10200')
    expect(personalTrade(signal(far), far, { delayMinutes: 2, spreadPips: '0' })).toMatchObject({
      verdict: 'missed',
      reason: 'reward_halved',
    })
  })

  it('places a pending order at its published price, and misses what is never filled', () => {
    const limit = { order_type: 'limit' as const, entry_low: '1.09950', entry_high: '1.09950' }
    const candles = minutes('1.10000', '1.10000', '1.09950', '1.10000', '1.10200')
    const at = (delayMinutes: number, spreadPips = '0') =>
      personalTrade(signal(candles, limit), candles, { delayMinutes, spreadPips })
    expect(at(1)).toMatchObject({ verdict: 'taken', enteredAt: START + 2 * MINUTE })
    // With a wider spread the ask never reaches the order, and the minutes end before its expiry.
    expect(at(0, '3')).toMatchObject({ verdict: 'unknown', reason: 'minutes_end' })
    const short = { ...limit, expiresAt: START + 4 * MINUTE }
    expect(
      personalTrade(signal(candles, short), candles, { delayMinutes: 0, spreadPips: '3' }),
    ).toMatchObject({
      verdict: 'missed',
      reason: 'not_filled',
    })
  })

  it('follows the analyst’s actions with the same delay', () => {
    const candles = minutes('1.10000', '1.10010', '1.10020', '1.10060', '1.10080', '1.10090')
    const closed = signal(candles, {}, [asked('close_asked', 1.5)])
    expect(closed.events.at(-1)).toMatchObject({ kind: 'closed', at: START + 2 * MINUTE, price: '1.10020' })
    const result = personalTrade(closed, candles, { delayMinutes: 1, spreadPips: '0' })
    // In at 1.10010 (one R is 0.00110 there), out at the open of the minute that begins a minute after the record's.
    expect(result).toMatchObject({ verdict: 'taken', endedAt: START + 3 * MINUTE })
    expect(result.verdict === 'taken' && result.r.toString()).toBe('0.4545')
  })

  it('withdraws a follower’s order, and keeps a position filled only for them', () => {
    const limit = { order_type: 'limit' as const, entry_low: '1.10000', entry_high: '1.10000' }
    const wide = minutes('1.10010', '1.10010', '1.10010', '1.10050').map((candle) => ({
      ...candle,
      spread: '0.00020',
    }))
    const withdrawn = signal(wide, limit, [asked('cancel_asked', 1.5)])
    expect(withdrawn.events.at(-1)).toMatchObject({ kind: 'cancelled', at: START + 2 * MINUTE })
    expect(personalTrade(withdrawn, wide, { delayMinutes: 0, spreadPips: '2' })).toMatchObject({
      verdict: 'idle',
    })
    const near = minutes('1.10010', '1.10010', '1.09980', '1.10050', '1.10050').map((candle) => ({
      ...candle,
      spread: '0.00020',
    }))
    const late = personalTrade(signal(near, limit, [asked('cancel_asked', 1.5)]), near, {
      delayMinutes: 1,
      spreadPips: '0',
    })
    expect(late).toMatchObject({ verdict: 'taken', endedAt: START + 3 * MINUTE })
    expect(late.verdict === 'taken' && late.r.toString()).toBe('0.5')
  })

  it('ignores a withdrawal that came too late', () => {
    const limit = { order_type: 'limit' as const, entry_low: '1.10000', entry_high: '1.10000' }
    const candles = minutes('1.10010', '1.10000', '1.10050', '1.10200')
    const entered = signal(candles, limit, [asked('cancel_asked', 1.5)])
    expect(entered.events.at(-1)).toMatchObject({ kind: 'closed' })
    expect(personalTrade(entered, candles, AT_ONCE)).toMatchObject({
      verdict: 'taken',
      endedAt: START + 3 * MINUTE,
    })
  })

  it('reports unknown without minutes, with other minutes than the record’s, or when they end too early', () => {
    const candles = minutes('1.10000', '1.10100', '1.10200')
    const recorded = signal(candles)
    expect(personalTrade(recorded, [], AT_ONCE)).toMatchObject({ reason: 'no_minutes' })
    expect(personalTrade(recorded, minutes('1.10000', '1.09900'), AT_ONCE)).toMatchObject({
      reason: 'other_minutes',
    })
    // A day is missing after the recorded end while the member's position is open: with a wide spread the ask never reaches the
    // sell's target.
    const sell = {
      direction: 'sell' as const,
      stop_loss: '1.10300',
      targets: [{ price: '1.09900', share: '100' }],
    }
    const down = [
      ...minutes('1.10000', '1.09900'),
      { ...minutes('1.09800')[0]!, openedAt: START + 1440 * MINUTE },
    ]
    const short = signal(down, sell)
    expect(personalTrade(short, down, { delayMinutes: 0, spreadPips: '5' })).toMatchObject({
      verdict: 'unknown',
      reason: 'minutes_end',
    })
  })

  it('stays idle when the signal was never entered', () => {
    const limit = {
      order_type: 'limit' as const,
      entry_low: '1.09500',
      entry_high: '1.09500',
      stop_loss: '1.09400',
    }
    const candles = minutes('1.10000', '1.10000', '1.10000', '1.10000')
    const expired = signal(candles, { ...limit, expiresAt: START + 2 * MINUTE })
    expect(personalTrade(expired, candles, AT_ONCE)).toMatchObject({ verdict: 'idle' })
  })

  it('is better than the record after a delay only by an entry nearer to the stop', () => {
    const price = fc.integer({ min: 109_910, max: 110_190 }).map((points) => (points / 100_000).toFixed(5))
    const end = fc.constantFrom('1.09900', '1.10200')
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 4, maxLength: 40 }),
        end,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 30 }),
        (path, last, delayMinutes, points) => {
          const wide = { spread: (points / 100_000).toFixed(5) }
          const candles = minutes(...path, last, last).map((candle) => ({ ...candle, ...wide }))
          const recorded = signal(candles)
          const fill = recorded.events.find(({ kind }) => kind === 'entered')?.price
          const result = personalTrade(recorded, candles, { delayMinutes, spreadPips: '0' })
          fc.pre(result.verdict === 'taken' && fill !== undefined)
          if (result.verdict !== 'taken' || !fill) return
          const total = recorded.events.reduce((sum, { r }) => sum.plus(r ?? 0), new Decimal(0))
          const entered = candles.find(({ openedAt }) => openedAt === result.enteredAt)
          const own = new Decimal(entered?.open ?? 0).plus(wide.spread)
          if (own.greaterThanOrEqualTo(fill)) expect(result.r.lessThanOrEqualTo(total)).toBe(true)
          else expect(result.r.greaterThanOrEqualTo(total)).toBe(true)
        },
      ),
    )
  })

  it('earns more R for the same target after a delay in which the price came back towards the stop', () => {
    const candles = minutes('1.10000', '1.09950', '1.09950', '1.10200')
    const recorded = signal(candles)
    const at = (delayMinutes: number) => personalTrade(recorded, candles, { delayMinutes, spreadPips: '0' })
    // 0.00200 for 0.00100 announced; after two minutes 0.00250, for no less risk than announced.
    expect([at(0), at(2)].map((one) => one.verdict === 'taken' && one.r.toString())).toEqual(['2', '2.5'])
  })

  it('never pays less than the recorded spread, whatever the member’s', () => {
    const candles = minutes('1.10000', '1.10050', '1.10200').map((candle) => ({
      ...candle,
      spread: '0.00020',
    }))
    const recorded = signal(candles)
    const total = recorded.events.reduce((sum, { r }) => sum.plus(r ?? 0), new Decimal(0))
    const result = personalTrade(recorded, candles, AT_ONCE)
    expect(result.verdict === 'taken' && result.r.toString()).toBe(total.toString())
    expect(result.verdict === 'taken' && result.spreadR.toNumber()).toBeGreaterThan(0)
  })
})
