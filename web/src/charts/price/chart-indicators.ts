import {
  type HistogramData,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type LineData,
  LineSeries,
  LineStyle,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts'
import type { ChartColors } from '#charts/chart-colors.ts'
import { whenIdle } from '#lib/browser/idle.ts'
import type { Bar } from './bars.ts'
import {
  hasOwnPane,
  INDICATORS,
  type IndicatorName,
  type IndicatorStroke,
  indicatorStrokes,
} from './indicator-strokes.ts'

const DASHES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const
/** The price pane is as high as four indicator panes. */
const PRICE_SHARE = 4
const RSI_LIMITS = [30, 70] as const

type Drawn = { name: IndicatorName; stroke: IndicatorStroke; series: ISeriesApi<'Line' | 'Histogram'> }

/** Draws indicators: averages and bands over the prices, each of the others in its own pane below. */
export class ChartIndicators {
  readonly #chart: IChartApi
  #colors: ChartColors
  #digits: number
  #bars: readonly Bar[] = []
  #drawn: Drawn[] = []
  #cancel = () => {}

  constructor(chart: IChartApi, colors: ChartColors, digits: number) {
    this.#chart = chart
    this.#colors = colors
    this.#digits = digits
  }

  /** Draws these indicators and removes the others. */
  choose(names: readonly IndicatorName[]): void {
    for (const { series } of this.#drawn) this.#chart.removeSeries(series)
    let pane = 0
    this.#drawn = INDICATORS.filter((name) => names.includes(name)).flatMap((name) => {
      if (hasOwnPane(name)) pane += 1
      const at = hasOwnPane(name) ? pane : 0
      return indicatorStrokes(name, this.#bars).map((stroke) => ({
        name,
        stroke,
        series: this.#add(name, stroke, at),
      }))
    })
    for (const [index, one] of this.#chart.panes().entries()) {
      one.setStretchFactor(index === 0 ? PRICE_SHARE : 1)
    }
    for (const drawn of this.#drawn) this.#fill(drawn, 0)
  }

  /**
   * `from`: the first new or changed bar. `view`: the bars about to be shown, by index, if known; bars out of sight are drawn
   * after them.
   */
  setBars(bars: readonly Bar[], from: number, view: { from: number; to: number } | null = null): void {
    this.#bars = bars
    const first = view && from === 0 ? Math.max(0, Math.floor(view.from - (view.to - view.from))) : 0
    const strokes = new Map<IndicatorName, IndicatorStroke[]>()
    for (const drawn of this.#drawn) {
      const known = strokes.get(drawn.name) ?? indicatorStrokes(drawn.name, bars)
      strokes.set(drawn.name, known)
      drawn.stroke = known.find(({ key }) => key === drawn.stroke.key) ?? drawn.stroke
      this.#fill(drawn, from, first)
    }
    if (first > 0) this.#later(this.#drawn)
  }

  stop(): void {
    this.#cancel()
  }

  /** Gives each series all its bars, one series at a time, while the page is idle. */
  #later(waiting: readonly Drawn[]): void {
    this.#cancel()
    this.#cancel = whenIdle(() => {
      const [next, ...others] = waiting
      if (!next) return
      if (this.#drawn.includes(next)) this.#fill(next, 0)
      this.#later(others)
    })
  }

  recolor(colors: ChartColors): void {
    this.#colors = colors
    this.choose([...new Set(this.#drawn.map(({ name }) => name))])
  }

  /** The value of each line at a bar, in drawing order. */
  at(index: number): { name: IndicatorName; stroke: IndicatorStroke; value: number | null }[] {
    return this.#drawn.map(({ name, stroke }) => ({ name, stroke, value: stroke.values[index] ?? null }))
  }

  #add(name: IndicatorName, stroke: IndicatorStroke, pane: number): Drawn['series'] {
    const digits = name === 'rsi' ? 1 : this.#digits
    const common = {
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
    } as const
    if (stroke.shape === 'bars') return this.#chart.addSeries(HistogramSeries, common, pane)
    const series = this.#chart.addSeries(
      LineSeries,
      {
        ...common,
        color: this.#colors[stroke.color],
        lineWidth: 1,
        lineStyle: DASHES[stroke.dash],
        crosshairMarkerVisible: false,
        ...(name === 'rsi' && {
          autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
        }),
      },
      pane,
    )
    if (name === 'rsi') {
      for (const price of RSI_LIMITS) {
        series.createPriceLine({
          price,
          color: this.#colors['line-strong'],
          lineStyle: LineStyle.Dashed,
          lineWidth: 1,
          axisLabelVisible: false,
          title: '',
        })
      }
    }
    return series
  }

  /** Redraws a stroke from a bar on. From the beginning, it may leave out the bars before `first`. */
  #fill({ stroke, series }: Drawn, from: number, first = 0): void {
    const point = (bar: Bar, index: number): LineData | HistogramData | WhitespaceData => {
      const time = bar.time as UTCTimestamp
      const value = stroke.values[index]
      if (value === null || value === undefined) return { time }
      if (stroke.shape === 'line') return { time, value }
      return { time, value, color: this.#colors[value >= 0 ? 'gain-mark' : 'loss-mark'] }
    }
    if (from === 0) {
      const bars = first === 0 ? this.#bars : this.#bars.slice(first)
      series.setData(bars.map((bar, index) => point(bar, first + index)))
      return
    }
    for (let index = from; index < this.#bars.length; index += 1) {
      series.update(point(this.#bars[index] as Bar, index))
    }
  }
}
