import {
  type CandlestickData,
  CandlestickSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type MouseEventParams,
  PriceScaleMode,
  type UTCTimestamp,
} from 'lightweight-charts'
import { type ChartColors, readChartColors } from '#charts/chart-colors.ts'
import type { Place } from '#charts/tools/measure.ts'
import { MeasureTool } from '#charts/tools/measure-tool.ts'
import type { Format } from '#lib/language/format.ts'
import { AxisGround } from './axis-ground.ts'
import { type Bar, barChange, barSpan, firstView } from './bars.ts'
import { axisPrices, candleLooks, chartLooks, chartWords } from './candle-options.ts'
import { ChartIndicators } from './chart-indicators.ts'
import { EventMarkers } from './event-markers.ts'
import type { IndicatorName } from './indicator-strokes.ts'
import { PositionBox } from './position-box.ts'
import type { SeriesDrawing } from './series-drawing.ts'
import { TrendLines } from './trend-lines.ts'
import { Veil } from './veil.ts'
import { Zones } from './zones.ts'

/** Bars that a chart shows at first; fewer on a narrow one, where bodies could not be told from wicks. */
const SHOWN_AT_FIRST = 96
const BAR_WIDTH = 8
/** Narrower bars are unreadable, even around a long position. */
const LEAST_BAR_WIDTH = 3
/** Fewer bars around a short position would not show a market. */
const LEAST_SHOWN = 40

/**
 * The drawn chart: what the library draws, our drawings over it, and the bar under the pointer. It is updated piece by piece,
 * so that a quote, a theme or an indicator never recreates the chart and the reader keeps the scroll position.
 */
export class ChartStage {
  readonly chart: IChartApi
  readonly candles: ISeriesApi<'Candlestick'>
  readonly indicators: ChartIndicators
  readonly position: PositionBox
  readonly veil: Veil
  readonly events: EventMarkers
  readonly zones: Zones
  readonly lines: TrendLines
  readonly measure: MeasureTool
  readonly digits: number
  readonly #holder: HTMLElement
  #still = false
  #over = false
  #ticks: readonly number[] = []
  readonly #drawings: readonly SeriesDrawing<unknown>[]
  readonly #listeners = new Set<() => void>()
  #bars: readonly Bar[] = []
  #interval = 60
  #pointed: number | null = null
  #byKeys = false
  #version = 0

  constructor(holder: HTMLElement, digits: number) {
    const colors = readChartColors(holder)
    this.#holder = holder
    this.digits = digits
    this.chart = createChart(holder, { autoSize: true, ...chartLooks(colors) })
    // Not part of the options: setting it scrolls the chart to its end.
    this.chart.timeScale().applyOptions({ rightOffset: 2 })
    // The library lays out its canvases in tables, which mean nothing to a screen reader.
    this.chart.chartElement().setAttribute('aria-hidden', 'true')
    this.candles = this.chart.addSeries(CandlestickSeries, {
      ...candleLooks(colors, this.#still),
      ...axisPrices(digits, (prices) => {
        this.#ticks = prices
      }),
    })
    this.indicators = new ChartIndicators(this.chart, colors, digits)
    this.position = new PositionBox(null, colors, {
      lastPlace: () => this.#lastPlace(),
      span: (from, to) => barSpan(this.#bars, from, to),
    })
    this.veil = new Veil(this.position, colors)
    this.events = new EventMarkers([], colors)
    this.zones = new Zones([], colors)
    this.lines = new TrendLines([], colors)
    this.measure = new MeasureTool(colors)
    // The library and our box each have a tag for the last price.
    const tags = () => [...this.position.tagPlaces, this.#lastPlace() ?? []].flat()
    const ground = new AxisGround({ ticks: () => this.#ticks, tags }, colors)
    this.#drawings = [
      ground,
      this.zones,
      this.position,
      this.lines,
      this.veil,
      this.events,
      this.measure,
    ] as SeriesDrawing<unknown>[]
    for (const drawing of this.#drawings) this.candles.attachPrimitive(drawing)
    this.chart.subscribeCrosshairMove(this.#follow)
  }

  remove(): void {
    this.indicators.stop()
    this.chart.remove()
  }

  /** Takes the colours of the current theme. */
  recolor(): void {
    const colors: ChartColors = readChartColors(this.#holder)
    this.chart.applyOptions(chartLooks(colors))
    this.candles.applyOptions(candleLooks(colors, this.#still))
    this.indicators.recolor(colors)
    for (const drawing of this.#drawings) drawing.recolor(colors)
  }

  /** Whether the last price is static. */
  setStill(still: boolean): void {
    if (still === this.#still) return
    this.#still = still
    this.candles.applyOptions(candleLooks(readChartColors(this.#holder), still))
  }

  /** Whether the position is over: a last price would then say nothing about it. */
  setOver(over: boolean): void {
    this.#over = over
    this.candles.applyOptions({ lastValueVisible: !over, priceLineVisible: !over })
  }

  setWords(format: Format, language: string): void {
    this.chart.applyOptions(chartWords(format, language))
  }

  setIndicators(names: readonly IndicatorName[]): void {
    this.indicators.choose(names)
    this.#tell()
  }

  setLogarithmic(on: boolean): void {
    this.chart
      .priceScale('right')
      .applyOptions({ mode: on ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal })
  }

  setBars(bars: readonly Bar[], interval: number): void {
    const before = this.#bars
    const change = barChange(before, bars)
    const placed = this.#interval === interval && (change.kind !== 'replaced' || change.related)
    if (change.kind === 'none' && placed) return
    this.#bars = bars
    this.#interval = interval
    const from = change.kind === 'grown' ? change.from : 0
    // The library's type differs only in its brand for times; copying the bars would cost more than drawing them.
    const points = bars as readonly Bar[] as CandlestickData<UTCTimestamp>[]
    if (from > 0) for (const point of points.slice(from)) this.candles.update(point)
    else this.candles.setData(points)
    const view = placed ? null : this.#firstView()
    this.indicators.setBars(bars, from, view)
    // A quote changes no bar's time, and setting the times again makes the library lay out everything.
    if (!placed || change.kind !== 'grown' || before.length !== bars.length) {
      const times = bars.map(({ time }) => time)
      for (const drawing of this.#drawings) drawing.setBars(times, interval)
    }
    if (view) this.chart.timeScale().setVisibleLogicalRange(view)
    if (this.#pointed !== null && this.#pointed >= bars.length) this.point(null)
    else this.#tell()
  }

  #firstView(): { from: number; to: number } {
    const width = this.#holder.clientWidth
    const usual = Math.min(SHOWN_AT_FIRST, Math.floor(width / BAR_WIDTH / 1.4) || SHOWN_AT_FIRST)
    const most = Math.max(usual, Math.floor(width / LEAST_BAR_WIDTH))
    const least = Math.min(LEAST_SHOWN, usual)
    return firstView(this.#bars, this.position.span, { usual, least, most, interval: this.#interval })
  }

  /** Shows again what was shown at first. */
  frame(): void {
    this.chart.priceScale('right').applyOptions({ autoScale: true })
    this.chart.timeScale().setVisibleLogicalRange(this.#firstView())
  }

  /** A number that changes whenever the reading changes. */
  get version(): number {
    return this.#version
  }

  get bars(): readonly Bar[] {
    return this.#bars
  }

  /** The index of the bar under the pointer or chosen by keys. */
  get pointed(): number | null {
    return this.#pointed
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Selects a bar as the pointer would, and scrolls to it. */
  point(index: number | null): void {
    const bar = index === null ? undefined : this.#bars[index]
    this.#byKeys = bar !== undefined
    this.#set(bar ? index : null)
    if (!bar || index === null) {
      this.chart.clearCrosshairPosition()
      return
    }
    const scale = this.chart.timeScale()
    const range = scale.getVisibleLogicalRange()
    if (range && (index < range.from || index > range.to)) {
      const from = index < range.from ? index - 2 : index + 2 - (range.to - range.from)
      scale.setVisibleLogicalRange({ from, to: from + (range.to - range.from) })
    }
    this.chart.setCrosshairPosition(bar.close, bar.time as UTCTimestamp, this.candles)
  }

  /** Zooms in (a factor below one) or out, around the selected bar. */
  zoom(factor: number): void {
    const scale = this.chart.timeScale()
    const range = scale.getVisibleLogicalRange()
    if (!range) return
    const center = this.#pointed ?? range.to
    scale.setVisibleLogicalRange({
      from: center - (center - range.from) * factor,
      to: center + (range.to - center) * factor,
    })
  }

  /** The nearest bar and the price at a point of the chart, in CSS pixels from its corner. */
  placeAt(x: number, y: number): Place | null {
    const [bar, price] = [this.chart.timeScale().coordinateToLogical(x), this.candles.coordinateToPrice(y)]
    return bar === null || price === null ? null : this.placeOf(Math.round(bar), price)
  }

  placeOf(bar: number, price: number): Place {
    const last = this.#bars.length - 1
    const known = this.#bars[Math.max(0, Math.min(bar, last))]?.time ?? 0
    return {
      bar,
      price,
      at: known + Math.min(bar, 0) * this.#interval + Math.max(0, bar - last) * this.#interval,
    }
  }

  /** The position of the last price's tag, in CSS pixels. */
  #lastPlace(): number | null {
    const last = this.#bars.at(-1)
    return last && !this.#over ? this.candles.priceToCoordinate(last.close) : null
  }

  #follow = ({ logical, point, sourceEvent }: MouseEventParams): void => {
    // The bar chosen by keys stays until the pointer moves: scrolling to it moves the crosshair too.
    if (sourceEvent) this.#byKeys = false
    if (this.#byKeys) return
    this.#set(point && logical !== undefined && this.#bars[logical] ? logical : null)
  }

  #set(index: number | null): void {
    if (this.#pointed === index) return
    this.#pointed = index
    this.#tell()
  }

  #tell(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}
