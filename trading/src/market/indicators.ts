// The indicators of charts. Binary floats, since the values are only displayed: no price, size or money depends on them. Every
// function returns an array as long as its input, with null where the period is not yet complete.

export type Line = (number | null)[]
export type Range = { high: number; low: number; close: number }

/**
 * Simple moving average: the mean of the last `period` values, in the unit of the values. `period` is a whole number from 1.
 * Source: StockCharts ChartSchool, "Moving Averages".
 */
export function sma(values: readonly number[], period: number): Line {
  let sum = 0
  return values.map((value, index) => {
    sum += value - (index >= period ? (values[index - period] as number) : 0)
    return index < period - 1 ? null : sum / period
  })
}

/**
 * Exponential moving average: previous + (value − previous) × 2 ÷ (period + 1), starting with the simple mean of the first
 * `period` values. Source: StockCharts ChartSchool, "Moving Averages".
 */
export function ema(values: readonly number[], period: number): Line {
  return smoothed(values, period, 2 / (period + 1))
}

/**
 * Relative strength index, 0 to 100: 100 − 100 ÷ (1 + mean gain ÷ mean loss), with Wilder's smoothed means; 50 without any
 * change. Requires `period` changes, so the first value is at index `period`. Source: J. Welles Wilder, New Concepts in
 * Technical Trading Systems (1978), section VI.
 */
export function rsi(values: readonly number[], period = 14): Line {
  const changes = values.slice(1).map((value, index) => value - (values[index] as number))
  const gains = wilder(
    changes.map((change) => Math.max(0, change)),
    period,
  )
  const losses = wilder(
    changes.map((change) => Math.max(0, -change)),
    period,
  )
  return values.map((_, index) => {
    const [gain, loss] = [gains[index - 1], losses[index - 1]]
    if (gain === null || gain === undefined || loss === null || loss === undefined) return null
    return gain + loss === 0 ? 50 : 100 * (gain / (gain + loss))
  })
}

/**
 * Moving average convergence/divergence, in the unit of the values: EMA(fast) − EMA(slow), the EMA of that as signal, and their
 * difference. Source: Gerald Appel, Technical Analysis: Power Tools for Active Investors (2005), chapter 8.
 */
export function macd(values: readonly number[], fast = 12, slow = 26, period = 9) {
  const [quick, calm] = [ema(values, fast), ema(values, slow)]
  const line = values.map((_, index) => difference(quick[index], calm[index]))
  const begin = line.findIndex((value) => value !== null)
  const known = begin === -1 ? [] : (line.slice(begin) as number[])
  const signal: Line = [...line.slice(0, begin === -1 ? line.length : begin), ...ema(known, period)]
  return { line, signal, histogram: line.map((value, index) => difference(value, signal[index])) }
}

/**
 * Bollinger bands: the simple mean of the last `period` values, and `deviations` population standard deviations above and
 * below. Source: John Bollinger, Bollinger on Bollinger Bands (2001), chapter 7.
 */
export function bollinger(values: readonly number[], period = 20, deviations = 2) {
  const middle = sma(values, period)
  const width = middle.map((mean, index) => {
    if (mean === null) return null
    let squares = 0
    for (let at = index - period + 1; at <= index; at += 1) squares += ((values[at] as number) - mean) ** 2
    return deviations * Math.sqrt(squares / period)
  })
  const at = (side: 1 | -1): Line =>
    middle.map((mean, index) => (mean === null ? null : mean + side * (width[index] as number)))
  return { middle, upper: at(1), lower: at(-1) }
}

/**
 * Average true range, in price: Wilder's mean of the largest of high − low, |high − previous close| and |low − previous close|;
 * the first bar uses high − low. Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978), section III.
 */
export function atr(bars: readonly Range[], period = 14): Line {
  const ranges = bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close
    return before === undefined ? high - low : Math.max(high, before) - Math.min(low, before)
  })
  return wilder(ranges, period)
}

/** Wilder's mean: (previous × (period − 1) + value) ÷ period, starting with the simple mean. */
const wilder = (values: readonly number[], period: number): Line => smoothed(values, period, 1 / period)

function smoothed(values: readonly number[], period: number, weight: number): Line {
  let mean = 0
  return values.map((value, index) => {
    mean += index < period ? value / period : (value - mean) * weight
    return index < period - 1 ? null : mean
  })
}

const difference = (one: number | null | undefined, other: number | null | undefined): number | null =>
  one === null || one === undefined || other === null || other === undefined ? null : one - other
