import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agrees, candleFault, mostStep, QuoteAnchor, quoteFault } from './market-checks.ts'

const NOW = Date.UTC(2026, 10, 23, 14, 32, 30)
const terms = { kind: 'forex' as const, widthMs: 60_000, now: NOW, before: '1.1' }
const candle = {
  openedAt: Date.UTC(2026, 10, 23, 14, 30),
  open: '1.1',
  high: '1.12',
  low: '1.08',
  close: '1.11',
  spread: '0.0001',
}

describe('candleFault', () => {
  it('accepts any complete, plausible candle', () => {
    const points = fc.array(fc.integer({ min: 106_700, max: 113_300 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(points, fc.nat({ max: 100_000 }), (values, back) => {
        const [low = 0, open = 0, close = 0, high = 0] = values.toSorted((a, b) => a - b)
        const text = (value: number) => (value / 100_000).toFixed(5)
        const given = {
          ...candle,
          openedAt: candle.openedAt - back * 60_000,
          open: text(open),
          high: text(high),
          low: text(low),
          close: text(close),
        }
        expect(candleFault(given, { ...terms, before: '1.1' })).toBeNull()
      }),
    )
  })

  it.each([
    [{ low: '0' }, 'not_a_price'],
    [{ spread: '-0.1' }, 'not_a_price'],
    [{ close: '1e1' }, 'not_a_price'],
    [{ high: '1.0', low: '1.1' }, 'high_below_low'],
    [{ open: '1.3' }, 'outside_its_range'],
    [{ high: '1.134' }, 'far_away'],
    [{ low: '1.066' }, 'far_away'],
    [{ openedAt: candle.openedAt + 1 }, 'off_the_grid'],
    [{ openedAt: Number.NaN }, 'off_the_grid'],
    [{ openedAt: candle.openedAt + 120_000 }, 'in_the_future'],
    [{ openedAt: 0 }, 'too_old'],
  ])('refuses %j as %s', (change, fault) => {
    expect(candleFault({ ...candle, ...change }, terms)).toBe(fault)
  })

  it('refuses an incomplete minute', () => {
    expect(candleFault({ ...candle, openedAt: Date.UTC(2026, 10, 23, 14, 32) }, terms)).toBe('in_the_future')
  })
})

describe('how far a price may be', () => {
  it.each([
    ['forex', '1.0850', '0.6000'],
    ['forex', '1.0850', '1.0500'],
    ['metal', '2655', '2500'],
    ['index', '18000', '17000'],
    ['crypto', '96500', '80000'],
  ] as const)('refuses a candle of %s that falls from %s to %s in a minute', (kind, before, low) => {
    const fallen = { ...candle, open: before, high: before, low, close: low }
    expect(candleFault(fallen, { ...terms, kind, before })).toBe('far_away')
    // Without a previous close, its own range gives the same result.
    expect(candleFault(fallen, { ...terms, kind, before: null })).toBe('far_away')
  })

  it('allows larger moves for longer candles, by the square root of time, but never by half', () => {
    expect(mostStep('forex').toNumber()).toBe(0.03)
    expect(mostStep('forex', 4 * 60_000).toNumber()).toBe(0.06)
    expect(mostStep('crypto', 86_400_000).toNumber()).toBe(0.5)
  })

  it('accepts a gap confirmed by three candles, and no spike', () => {
    const at = (minute: number, price: string) => ({
      openedAt: candle.openedAt - (10 - minute) * 60_000,
      open: price,
      high: price,
      low: price,
      close: price,
      spread: '0',
    })
    expect(agrees(at(0, '0.9'), [at(1, '0.91'), at(2, '0.9')], terms)).toBe(true)
    expect(agrees(at(0, '0.9'), [at(1, '0.91')], terms)).toBe(false)
    expect(agrees(at(0, '0.9'), [at(1, '1.1'), at(2, '1.1')], terms)).toBe(false)
    expect(agrees(at(0, '0.9'), [at(1, '0.9'), at(2, '0.5')], terms)).toBe(false)
  })
})

describe('quoteFault', () => {
  it('allows equal times but not earlier ones', () => {
    const quote = { bid: '1.1', ask: '1.1', at: NOW }
    const forex = { kind: 'forex' as const, now: NOW }
    expect(quoteFault(quote, { ...forex, last: { bid: '1.1', at: NOW } })).toBeNull()
    expect(quoteFault(quote, { ...forex, last: { bid: '1.1', at: NOW + 1 } })).toBe('goes_back')
    expect(quoteFault({ ...quote, at: Number.NaN }, { ...forex, last: null })).toBe('in_the_future')
  })

  it('refuses an implausible spread', () => {
    const last = { bid: '1.1', at: NOW }
    expect(quoteFault({ bid: '1.1', ask: '1.4', at: NOW }, { kind: 'forex', now: NOW, last })).toBe(
      'far_away',
    )
  })
})

describe('the reference for quotes', () => {
  const quote = (bid: string, second: number) => ({ bid, ask: bid, at: NOW + second * 1000 })
  const story = (anchor: QuoteAnchor, ...quotes: [bid: string, second: number][]) =>
    quotes.map(([bid, second]) => anchor.fault(quote(bid, second), NOW + second * 1000))

  it('is initially the last stored close', () => {
    expect(story(new QuoteAnchor('forex', '1.0850'), ['0.6000', 0], ['1.0860', 1])).toEqual([
      'far_away',
      null,
    ])
    expect(story(new QuoteAnchor('forex', null), ['0.6000', 0])).toEqual([null])
  })

  it('is replaced by five agreeing quotes over half a minute, so that a real gap is accepted', () => {
    const gap = new QuoteAnchor('forex', '1.0850')
    expect(
      story(
        gap,
        ['0.9000', 0],
        ['0.9010', 9],
        ['0.9005', 18],
        ['0.9000', 27],
        ['0.9002', 29],
        ['0.9001', 30],
        ['0.9003', 31],
      ),
    ).toEqual(['far_away', 'far_away', 'far_away', 'far_away', 'far_away', null, null])
    expect(story(gap, ['1.0850', 40])).toEqual(['far_away'])
  })

  it('is not replaced by fewer, by quotes interrupted by an earlier price, or by disagreeing ones', () => {
    const few = new QuoteAnchor('forex', '1.0850')
    expect(story(few, ['0.9', 0], ['0.9', 15], ['0.9', 31], ['0.9', 60])).not.toContain(null)
    const broken = new QuoteAnchor('forex', '1.0850')
    expect(
      story(broken, ['0.9', 0], ['0.9', 10], ['0.9', 20], ['0.9', 29], ['1.085', 30], ['0.9', 31]),
    ).toEqual(['far_away', 'far_away', 'far_away', 'far_away', null, 'far_away'])
    const wild = new QuoteAnchor('forex', '1.0850')
    const nonsense = Array.from({ length: 40 }, (_, second): [string, number] => [
      second % 2 ? '0.6' : '2',
      second * 5,
    ])
    expect(story(wild, ...nonsense)).not.toContain(null)
  })
})
