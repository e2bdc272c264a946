import type {
  AutoscaleInfo,
  IChartApiBase,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  PrimitivePaneViewZOrder,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import type { ChartColors } from '#charts/chart-colors.ts'
import { barOf } from './bar-place.ts'
import { Pen } from './crisp-pen.ts'

/**
 * A drawing over the candles made from plain data: times in seconds, prices, words. A drawing knows its appearance, never the
 * source of its data.
 */
export abstract class SeriesDrawing<What> implements ISeriesPrimitive<Time> {
  protected what: What
  protected colors: ChartColors
  #times: readonly number[] = []
  #interval = 60
  #chart: IChartApiBase<Time> | null = null
  #series: ISeriesApi<SeriesType> | null = null
  #update: (() => void) | null = null
  readonly #views: readonly IPrimitivePaneView[]

  constructor(what: What, colors: ChartColors, order: PrimitivePaneViewZOrder) {
    this.what = what
    this.colors = colors
    const renderer: ReturnType<IPrimitivePaneView['renderer']> = {
      draw: (target) =>
        target.useBitmapCoordinateSpace((scope) => {
          if (this.#series && this.#times.length > 0) this.draw(new Pen(scope))
        }),
    }
    this.#views = [{ zOrder: () => order, renderer: () => renderer }]
  }

  protected abstract draw(pen: Pen): void

  /** Prices that must stay in view whatever the candles do; the range is of the bars in view, by index. */
  protected prices(_from: number, _to: number): readonly number[] {
    return []
  }

  show(what: What): void {
    this.what = what
    this.#update?.()
  }

  recolor(colors: ChartColors): void {
    this.colors = colors
    this.#update?.()
  }

  setBars(times: readonly number[], interval: number): void {
    this.#times = times
    this.#interval = interval
    this.#update?.()
  }

  attached({ chart, series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart
    this.#series = series
    this.#update = requestUpdate
  }

  detached(): void {
    this.#chart = null
    this.#series = null
    this.#update = null
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  autoscaleInfo(from: Logical, to: Logical): AutoscaleInfo | null {
    const prices = this.prices(from, to)
    if (prices.length === 0) return null
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } }
  }

  /** The scale knows whole bars only: positions between two are interpolated. */
  protected x(at: number): number {
    const bar = barOf(this.#times, at, this.#interval)
    const whole = Math.floor(bar)
    const scale = this.#chart?.timeScale()
    const [from, to] = [whole, whole + 1].map(
      (index) => (scale?.logicalToCoordinate(index as Logical) as number | null) ?? 0,
    )
    return (from as number) + ((to as number) - (from as number)) * (bar - whole)
  }

  /** The height of the pane in CSS pixels. */
  protected get height(): number {
    return this.#chart?.paneSize().height ?? 0
  }

  protected y(price: number): number {
    return this.#series?.priceToCoordinate(price) ?? -100
  }
}
