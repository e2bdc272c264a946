import type { IChartApi } from 'lightweight-charts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChartColors } from '#charts/chart-colors.ts'
import type { Bar } from './bars.ts'
import { ChartIndicators } from './chart-indicators.ts'

const idle: (() => void)[] = []
vi.mock('#lib/browser/idle.ts', () => ({
  whenIdle: (work: () => void) => {
    idle.push(work)
    return () => idle.splice(idle.indexOf(work), 1)
  },
}))
beforeEach(() => {
  idle.length = 0
})

const bars = (count: number): Bar[] =>
  Array.from({ length: count }, (_, index) => {
    const close = 1 + Math.sin(index / 9)
    return { time: index * 60, open: close, high: close, low: close, close }
  })

/** The contents of each series of a fake chart that records what it is given. */
function drawn() {
  const series: { time: number }[][] = []
  const chart = {
    addSeries: () => {
      const points: { time: number }[] = []
      series.push(points)
      return {
        setData: (data: { time: number }[]) => points.splice(0, points.length, ...data),
        update: (point: { time: number }) => {
          if (points.at(-1)?.time === point.time) points.pop()
          points.push(point)
        },
        createPriceLine: () => {},
      }
    },
    removeSeries: () => {},
    panes: () => [],
  }
  const indicators = new ChartIndicators(chart as unknown as IChartApi, {} as ChartColors, 5)
  indicators.choose(['ema20', 'rsi'])
  return { series, indicators }
}

describe('the indicators of a chart', () => {
  it('are drawn where one looks first, and everywhere once there is nothing else to do', () => {
    const { series, indicators } = drawn()
    indicators.setBars(bars(5000), 0, { from: 4900, to: 5020 })
    for (const points of series) {
      expect(points[0]?.time).toBeLessThanOrEqual(4900 * 60)
      expect(points.length).toBeLessThan(500)
      expect(points.at(-1)?.time).toBe(4999 * 60)
    }
    while (idle.length > 0) idle.shift()?.()
    for (const points of series) expect(points).toHaveLength(5000)
  })

  it('have the same values whether they are drawn at once or in two steps', () => {
    const [whole, halves] = [drawn(), drawn()]
    whole.indicators.setBars(bars(5000), 0)
    halves.indicators.setBars(bars(5000), 0, { from: 4900, to: 5020 })
    expect(halves.series.map((points) => points.at(-1))).toEqual(whole.series.map((points) => points.at(-1)))
    while (idle.length > 0) idle.shift()?.()
    expect(halves.series).toEqual(whole.series)
  })

  it('take a price that moves the last bar before the rest is drawn', () => {
    const { series, indicators } = drawn()
    const stored = bars(5000)
    indicators.setBars(stored, 0, { from: 4900, to: 5020 })
    const moved = [...stored.slice(0, -1), { ...(stored.at(-1) as Bar), close: 9 }]
    indicators.setBars(moved, 4999)
    while (idle.length > 0) idle.shift()?.()
    const whole = drawn()
    whole.indicators.setBars(moved, 0)
    expect(series).toEqual(whole.series)
  })

  it('leave nothing to be done for a chart that has gone', () => {
    const { indicators } = drawn()
    indicators.setBars(bars(5000), 0, { from: 4900, to: 5020 })
    indicators.stop()
    expect(idle).toHaveLength(0)
  })
})
