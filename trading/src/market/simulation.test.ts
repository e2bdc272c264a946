import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  candleOf,
  pointsText,
  quoteOf,
  resumeState,
  type SimulatedInstrument,
  simulate,
  startState,
} from './simulation.ts'
import { activity } from './simulation-parameters.ts'

const MONDAY = Date.UTC(2026, 10, 23)
const MINUTE = 60_000
const instruments: SimulatedInstrument[] = [
  { symbol: 'EURUSD', digits: 5, typicalSpread: '0.00008' },
  { symbol: 'USDJPY', digits: 3, typicalSpread: '0.010' },
  { symbol: 'EURJPY', digits: 3, typicalSpread: '0.015' },
  { symbol: 'XAUUSD', digits: 2, typicalSpread: '0.25' },
  { symbol: 'BTCUSD', digits: 2, typicalSpread: '15' },
]

function run(seed: string, minutes: number, from = MONDAY, list = instruments) {
  let state = startState(list)
  return Array.from({ length: minutes }, (_, minute) => {
    const stretch = simulate(seed, list, state, { from: from + minute * MINUTE, lengthMs: MINUTE, steps: 12 })
    state = stretch.state
    return stretch.tracks
  })
}

function returns(days: ReturnType<typeof run>, symbol: string): number[] {
  const closes = days.map((tracks) => tracks.find((track) => track.symbol === symbol)!.bids.at(-1)!)
  return closes.slice(1).map((close, at) => close / closes[at]! - 1)
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
function correlation(a: number[], b: number[]): number {
  const [x, y] = [mean(a), mean(b)]
  const dot = mean(a.map((value, at) => (value - x) * (b[at]! - y)))
  return dot / Math.sqrt(mean(a.map((value) => (value - x) ** 2)) * mean(b.map((value) => (value - y) ** 2)))
}

describe('the simulated market', () => {
  it('gives the same prices for the same seed, state and time, and others for another seed', () => {
    expect(run('a', 5)).toEqual(run('a', 5))
    expect(run('a', 5)).not.toEqual(run('b', 5))
  })

  it('is stable across versions: charts were drawn with exactly this candle', () => {
    const [track] = run('vigie', 1)[0]!
    expect({ ...candleOf(track!), ...quoteOf(track!, 3) }).toMatchInlineSnapshot(`
      {
        "ask": "1.08657",
        "bid": "1.08646",
        "close": "1.08639",
        "high": "1.08648",
        "low": "1.08638",
        "open": "1.08648",
        "spread": "0.00011",
      }
    `)
  })

  it('is independent of which other instruments are listed', () => {
    const alone = run('a', 20, MONDAY, [instruments[0]!])
    const among = run('a', 20)
    expect(among.map((tracks) => tracks[0])).toEqual(alone.map((tracks) => tracks[0]))
  })

  it('has valid candles: low ≤ open, close ≤ high, and a spread of at least a point', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 1000 }), (seed, hour) => {
        for (const track of run(seed, 3, MONDAY + hour * 3_600_000).flat()) {
          const candle = candleOf(track)
          const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(Number)
          expect(Math.min(open!, close!)).toBeGreaterThanOrEqual(low!)
          expect(Math.max(open!, close!)).toBeLessThanOrEqual(high!)
          expect(track.spread).toBeGreaterThanOrEqual(1)
          expect(candle.open).toMatch(new RegExp(`^\\d+\\.\\d{${track.digits}}$`))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('quotes a cross according to its legs', () => {
    for (const tracks of run('legs', 30)) {
      const mid = (symbol: string) => {
        const track = tracks.find((one) => one.symbol === symbol)!
        return (track.bids[0]! + track.spread / 2) / 10 ** track.digits
      }
      expect(mid('EURJPY')).toBeCloseTo(mid('EURUSD') * mid('USDJPY'), 2)
    }
  })

  it('moves about as much per day as its volatility implies', () => {
    const day = returns(run('volatility', 1440), 'EURUSD')
    const yearly = Math.sqrt(mean(day.map((value) => value ** 2)) * 1440 * 365.25)
    expect(yearly).toBeGreaterThan(0.04)
    expect(yearly).toBeLessThan(0.15)
  })

  it('clusters its volatility: large moves follow large moves, whatever their sign', () => {
    const moves = returns(run('clusters', 4000, MONDAY, [instruments[4]!]), 'BTCUSD').map(
      (value) => value ** 2,
    )
    expect(correlation(moves.slice(1), moves.slice(0, -1))).toBeGreaterThan(0.05)
  })

  it('correlates instruments through the dollar', () => {
    const day = run('factors', 600)
    expect(correlation(returns(day, 'EURUSD'), returns(day, 'USDJPY'))).toBeLessThan(-0.2)
  })

  it('stays plausible over years', () => {
    let state = startState(instruments)
    for (let day = 0; day < 3650; day += 1) {
      const stretch = { from: MONDAY + day * 86_400_000, lengthMs: 86_400_000, steps: 24 }
      state = simulate('years', instruments, state, stretch).state
    }
    expect(state.EURUSD!.price).toBeGreaterThan(0.8)
    expect(state.EURUSD!.price).toBeLessThan(1.5)
  })

  it('is more active in London hours than at night, and nearly still at weekends except for crypto', () => {
    const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour)
    expect(activity('forex', at(23, 14))).toBeGreaterThan(4 * activity('forex', at(23, 22)))
    expect(activity('forex', at(21, 14))).toBeLessThan(0.3)
    expect(activity('forex', at(20, 21))).toBe(activity('forex', at(19, 21)))
    expect(activity('forex', at(20, 22))).toBeLessThan(activity('forex', at(19, 22)))
    expect(activity('forex', at(22, 22))).toBe(activity('forex', at(19, 22)))
    expect(activity('crypto', at(21, 14))).toBe(activity('crypto', at(23, 14)))
  })

  it('continues from stored candles without a break', () => {
    const minutes = run('restart', 200)
    const stored = new Map(
      instruments.map(({ symbol }) => {
        const tracks = minutes.map((all) => all.find((track) => track.symbol === symbol)!)
        const closes = tracks.map((track) => candleOf(track).close)
        return [symbol, { closes, spread: candleOf(tracks.at(-1)!).spread, until: MONDAY + 200 * MINUTE }]
      }),
    )
    let state = startState(instruments)
    for (let minute = 0; minute < 200; minute += 1) {
      const stretch = { from: MONDAY + minute * MINUTE, lengthMs: MINUTE, steps: 12 }
      state = simulate('restart', instruments, state, stretch).state
    }
    const resumed = resumeState(instruments, stored)
    for (const [symbol, { price, variance }] of Object.entries(state)) {
      expect(Math.abs(resumed[symbol]!.price / price - 1)).toBeLessThan(0.00002)
      expect(Math.abs(resumed[symbol]!.variance / variance - 1)).toBeLessThan(0.1)
    }
  })

  it('formats points as prices', () => {
    expect(pointsText(108655, 5)).toBe('1.08655')
    expect(pointsText(7, 5)).toBe('0.00007')
    expect(pointsText(7, 0)).toBe('7')
  })
})
