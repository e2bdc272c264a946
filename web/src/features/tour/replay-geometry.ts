// Owns the positions on the replay: candles, levels and steps in the pixels of a fixed box. Only here prices become binary
// floats, because pixels need no more precision.
import type { LedgerLevels } from '#lib/record/ledger-levels.ts'
import type { LifeStep } from './signal-life.ts'

/** The drawing's size, and the right and lower edges of its plot. */
export type Box = {
  width: number
  height: number
  plot: number
  floor: number
  mostTimes: number
  prices: number
}
export const WIDE: Box = { width: 766, height: 432, plot: 698, floor: 408, mostTimes: 8, prices: 6 }
/** For a phone, so that text keeps its size. */
export const NARROW: Box = { width: 358, height: 300, plot: 294, floor: 276, mostTimes: 5, prices: 5 }
export const TIMEFRAMES = [
  ['M1', 1],
  ['M5', 5],
  ['M15', 15],
  ['M30', 30],
  ['H1', 60],
  ['H4', 240],
  ['D1', 1440],
] as const
export type Timeframe = (typeof TIMEFRAMES)[number][0]
const MOST_CANDLES = 110
const MINUTE = 60_000

export type ReplayCandle = { at: number; open: number; high: number; low: number; close: number }

/** The time range to show, with a margin before and a small one after, in ms since 1970. */
export function stretch(steps: readonly LifeStep[]): { from: number; to: number } {
  const times = steps.map(({ at }) => Date.parse(at))
  const first = Math.min(...times)
  const span = Math.max(Math.max(...times) - first, 30 * MINUTE)
  return { from: first - span * 0.4, to: first + span * 1.12 }
}

/** The finest timeframe that shows the range in at most about a hundred candles, and the coarser ones after it. */
export function timeframesFor({ from, to }: { from: number; to: number }): Timeframe[] {
  const fits = TIMEFRAMES.findIndex(([, minutes]) => (to - from) / (minutes * MINUTE) <= MOST_CANDLES)
  return TIMEFRAMES.slice(fits < 0 ? -1 : fits).map(([name]) => name)
}

export type Replay = {
  box: Box
  /** Left edge, width, top and bottom of each candle. */
  candles: {
    x: number
    high: number
    low: number
    top: number
    bottom: number
    rising: boolean
    at: number
  }[]
  bodyWidth: number
  y: (price: string | number) => number
  x: (time: number) => number
  prices: number[]
  times: { x: number; at: number }[]
}

/** The whole drawing; candles must be in order of time and not empty. */
export function replayGeometry(candles: readonly ReplayCandle[], levels: LedgerLevels, box: Box): Replay {
  const stated = [
    levels.stopLoss,
    levels.entryLow,
    levels.entryHigh,
    ...levels.targets.map(({ price }) => price),
  ]
  const all = [...candles.flatMap(({ high, low }) => [high, low]), ...stated.map(Number)]
  const top = Math.max(...all)
  const bottom = Math.min(...all)
  const pad = (top - bottom) * 0.05 || 1
  const scale = box.floor / (top - bottom + 2 * pad)
  const y = (price: string | number) => Math.round((top + pad - Number(price)) * scale * 10) / 10
  const pitch = box.plot / candles.length
  const index = (time: number) => {
    const next = candles.findIndex(({ at }) => at > time)
    return next < 0 ? candles.length - 1 : Math.max(0, next - 1)
  }
  const x = (time: number) => Math.round((index(time) + 0.5) * pitch * 10) / 10
  return {
    box,
    candles: candles.map((candle, position) => ({
      x: (position + 0.5) * pitch,
      high: y(candle.high),
      low: y(candle.low),
      top: y(Math.max(candle.open, candle.close)),
      bottom: y(Math.min(candle.open, candle.close)),
      rising: candle.close >= candle.open,
      at: candle.at,
    })),
    bodyWidth: Math.max(1, Math.floor(pitch * 0.68)),
    y,
    x,
    prices: niceTicks(bottom, top, box.prices),
    times: timeTicks(candles, pitch, box.mostTimes),
  }
}

/** Heights moved down just enough that no two are closer than `gap`, in the order given. */
export function spread(heights: readonly number[], gap: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height)
  const placed = [...heights]
  let free = Number.NEGATIVE_INFINITY
  for (const { height, index } of order) {
    placed[index] = Math.max(height, free)
    free = (placed[index] ?? height) + gap
  }
  return placed
}

/** Round values between two bounds, about that many. */
export function niceTicks(low: number, high: number, about: number): number[] {
  const rough = (high - low) / about
  if (!(rough > 0)) return [low]
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = unit * ([1, 2, 5, 10].find((factor) => factor * unit >= rough) ?? 10)
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** Half a time label: closer to the edge it would be cut. */
const LABEL = 18
const ROUND_MINUTES = [1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440, 2880, 10_080]

/** Candles that open at a round time of the reader's clock, at most about that many. */
function timeTicks(candles: readonly ReplayCandle[], pitch: number, most: number): Replay['times'] {
  const span = ((candles.at(-1)?.at ?? 0) - (candles[0]?.at ?? 0)) / MINUTE
  const step = ROUND_MINUTES.find((minutes) => span / minutes <= most) ?? 43_200
  const local = (at: number) => Math.round(at / MINUTE) - new Date(at).getTimezoneOffset()
  return candles.flatMap(({ at }, index) =>
    local(at) % step === 0 && index * pitch > LABEL ? [{ x: (index + 0.5) * pitch, at }] : [],
  )
}
