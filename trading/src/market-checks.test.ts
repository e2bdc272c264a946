import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candleFault, quoteFault } from './market-checks.ts'

const NOW = Date.UTC(2026, 10, 23, 14, 32, 30)
const terms = { widthMs: 60_000, now: NOW, before: '1.1' }
const candle = {
  openedAt: Date.UTC(2026, 10, 23, 14, 30),
  open: '1.1',
  high: '1.2',
  low: '1.05',
  close: '1.15',
  spread: '0.0001',
}

describe('candleFault', () => {
  it('finds nothing wrong with any whole, possible candle', () => {
    const points = fc.array(fc.integer({ min: 80_000, max: 140_000 }), { minLength: 4, maxLength: 4 })
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
    [{ high: '1.66' }, 'far_away'],
    [{ low: '0.54' }, 'far_away'],
    [{ openedAt: candle.openedAt + 1 }, 'off_the_grid'],
    [{ openedAt: Number.NaN }, 'off_the_grid'],
    [{ openedAt: candle.openedAt + 120_000 }, 'in_the_future'],
    [{ openedAt: 0 }, 'too_old'],
  ])('refuses %j as %s', (change, fault) => {
    expect(candleFault({ ...candle, ...change }, terms)).toBe(fault)
  })

  it('refuses a minute that is not over', () => {
    expect(candleFault({ ...candle, openedAt: Date.UTC(2026, 10, 23, 14, 32) }, terms)).toBe('in_the_future')
  })
})

describe('quoteFault', () => {
  it('lets time stand still but not go back', () => {
    const quote = { bid: '1.1', ask: '1.1', at: NOW }
    expect(quoteFault(quote, { now: NOW, last: { bid: '1.1', at: NOW } })).toBeNull()
    expect(quoteFault(quote, { now: NOW, last: { bid: '1.1', at: NOW + 1 } })).toBe('goes_back')
    expect(quoteFault({ ...quote, at: Number.NaN }, { now: NOW, last: null })).toBe('in_the_future')
  })
})
