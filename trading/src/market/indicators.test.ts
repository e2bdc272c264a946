import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atr, bollinger, ema, type Line, macd, rsi, sma } from './indicators.ts'

/** The non-null values, rounded like the published tables. */
const known = (line: Line, digits = 2) =>
  line.filter((value) => value !== null).map((value) => Number(value.toFixed(digits)))
const waits = (line: Line) => line.findIndex((value) => value !== null)

// Tables of StockCharts ChartSchool: "Moving Averages", "RSI", "Bollinger Bands", "Average True Range".
const AVERAGED = [
  22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36,
  24.05, 23.75, 23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68, 23.1, 22.4, 22.17,
]
const STRENGTH = [
  44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328,
  45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515,
  45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
]
const BANDED = [
  86.16, 89.09, 88.78, 90.32, 89.07, 91.15, 89.44, 89.18, 86.93, 87.68, 86.96, 89.43, 89.32, 88.72, 87.45,
  87.26, 89.5, 87.9, 89.13, 90.7,
]
const RANGED = [
  [48.7, 47.79, 48.16],
  [48.72, 48.14, 48.61],
  [48.9, 48.39, 48.75],
  [48.87, 48.37, 48.63],
  [48.82, 48.24, 48.74],
  [49.05, 48.635, 49.03],
  [49.2, 48.94, 49.07],
  [49.35, 48.86, 49.32],
  [49.92, 49.5, 49.91],
  [50.19, 49.87, 50.13],
  [50.12, 49.2, 49.53],
  [49.66, 48.9, 49.5],
  [49.88, 49.43, 49.75],
  [50.19, 49.725, 50.03],
  [50.36, 49.26, 50.31],
  [50.57, 50.09, 50.52],
].map(([high = 0, low = 0, close = 0]) => ({ high, low, close }))

describe('the published tables', () => {
  it('match the simple averages', () => {
    expect(known(sma(AVERAGED, 10)).slice(0, 10)).toEqual([
      22.22, 22.21, 22.23, 22.26, 22.3, 22.42, 22.61, 22.77, 22.91, 23.08,
    ])
  })

  it('match the exponential averages', () => {
    expect(known(ema(AVERAGED, 10))).toEqual([
      22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.53, 23.47,
      23.4, 23.39, 23.26, 23.23, 23.08, 22.92,
    ])
  })

  it('match the relative strength index', () => {
    expect(known(rsi(STRENGTH))).toEqual([
      70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87,
      45.46, 37.3, 33.08, 37.77,
    ])
  })

  it('match the Bollinger bands', () => {
    const { middle, upper, lower } = bollinger(BANDED)
    expect([middle, upper, lower].map((line) => known(line, 4))).toEqual([[88.7085], [91.2919], [86.1251]])
  })

  it('match the average true range', () => {
    expect(known(atr(RANGED))).toEqual([0.56, 0.59, 0.59])
  })
})

describe('every indicator', () => {
  const price = fc.double({ min: 1, max: 1000, noNaN: true })
  const prices = fc.array(price, { maxLength: 120 })
  const period = fc.integer({ min: 1, max: 30 })

  it('has the length of its input, and nulls until its period is complete', () => {
    fc.assert(
      fc.property(prices, period, (values, n) => {
        for (const line of [sma(values, n), ema(values, n), bollinger(values, n).upper]) {
          expect(line).toHaveLength(values.length)
          expect(waits(line)).toBe(values.length >= n ? n - 1 : -1)
        }
        expect(waits(rsi(values, n))).toBe(values.length > n ? n : -1)
        const { line, signal, histogram } = macd(values)
        for (const one of [line, signal, histogram]) expect(one).toHaveLength(values.length)
        expect([waits(line), waits(signal)]).toEqual([
          values.length >= 26 ? 25 : -1,
          values.length >= 34 ? 33 : -1,
        ])
      }),
    )
  })

  it('uses only the past: a later price changes no earlier value', () => {
    fc.assert(
      fc.property(prices, prices, period, (values, later, n) => {
        const both = [...values, ...later]
        for (const line of [
          (all: number[]) => sma(all, n),
          (all: number[]) => ema(all, n),
          (all: number[]) => rsi(all, n),
          (all: number[]) => bollinger(all, n).lower,
          (all: number[]) => macd(all).histogram,
        ])
          expect(line(both).slice(0, values.length)).toEqual(line(values))
      }),
    )
  })

  it('of a constant price is that price, with neutral strength and zero width and range', () => {
    fc.assert(
      fc.property(price, period, (value, n) => {
        const values = Array.from({ length: 60 }, () => value)
        const bars = values.map((close) => ({ high: close, low: close, close }))
        expect(sma(values, n).at(-1)).toBeCloseTo(value, 6)
        expect(ema(values, n).at(-1)).toBeCloseTo(value, 6)
        expect(bollinger(values, n).upper.at(-1)).toBeCloseTo(value, 4)
        expect(macd(values).histogram.at(-1)).toBeCloseTo(0, 6)
        expect(rsi(values, n).at(-1)).toBe(50)
        expect(atr(bars, n).at(-1)).toBe(0)
      }),
    )
  })

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(prices, period, (values, n) => {
        const [low, high] = [Math.min(...values) - 1e-6, Math.max(...values) + 1e-6]
        for (const line of [sma(values, n), ema(values, n)])
          for (const value of line) if (value !== null) expect(value >= low && value <= high).toBe(true)
        for (const value of rsi(values, n)) if (value !== null) expect(value >= 0 && value <= 100).toBe(true)
        const { lower, middle, upper } = bollinger(values, n)
        middle.forEach((mean, index) => {
          if (mean === null) return
          expect(lower[index] as number).toBeLessThanOrEqual(mean)
          expect(upper[index] as number).toBeGreaterThanOrEqual(mean)
        })
      }),
    )
  })

  it('is symmetric: the strength of inverted prices adds up to a hundred', () => {
    fc.assert(
      fc.property(prices, period, (values, n) => {
        const mirrored = rsi(
          values.map((value) => -value),
          n,
        )
        rsi(values, n).forEach((value, index) => {
          if (value !== null) expect((mirrored[index] as number) + value).toBeCloseTo(100, 6)
        })
      }),
    )
  })
})
