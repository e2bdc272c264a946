import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import type { ChartColors } from './chart-colors.ts'

/**
 * The position box: from its publication to the end of its validity, the entry band, the zone that loses and the zones that
 * win, with their prices on the axis. Prices here only draw; no decision rests on them.
 */
export type Position = {
  /** Seconds since 1970. */
  publishedAt: number
  endsAt: number
  entryLow: number
  entryHigh: number
  stop: { price: number; label: string; tag: string }
  targets: readonly { price: number; label: string; tag: string }[]
  entryTag: string
  publishedLabel: string
  /** Where the order was filled, once it was. */
  fill: { at: number; price: number } | null
}

/** Where a time stands on the scale, in bars: between bars and beyond the last one too. */
export function barOf(times: readonly number[], at: number, interval: number): number {
  if (times.length === 0) return 0
  const last = times.length - 1
  const [first, end] = [times[0] as number, times[last] as number]
  if (at >= end) return last + (at - end) / interval
  if (at <= first) return (at - first) / interval
  let [low, high] = [0, last]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= at) low = middle
    else high = middle
  }
  const [from, to] = [times[low] as number, times[high] as number]
  return low + (at - from) / (to - from)
}

export class PositionBox implements ISeriesPrimitive<Time> {
  #position: Position
  #colors: ChartColors
  #times: readonly number[] = []
  #interval = 60
  #chart: IChartApi | null = null
  #series: ISeriesApi<SeriesType> | null = null
  #update: (() => void) | null = null
  readonly #view: IPrimitivePaneView

  constructor(position: Position, colors: ChartColors) {
    this.#position = position
    this.#colors = colors
    const renderer: IPrimitivePaneRenderer = {
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) =>
          this.#draw(context, mediaSize.width, mediaSize.height),
        ),
    }
    this.#view = { zOrder: () => 'bottom', renderer: () => renderer }
  }

  attached({ chart, series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart as IChartApi
    this.#series = series
    this.#update = requestUpdate
  }

  detached(): void {
    this.#chart = null
    this.#series = null
  }

  setBars(times: readonly number[], interval: number): void {
    this.#times = times
    this.#interval = interval
    this.#update?.()
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [this.#view]
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    const { stop, targets, entryHigh, entryTag } = this.#position
    return [
      ...targets.map(({ price, tag }) => this.#tag(price, tag, this.#colors.gain, this.#colors['gain-tag'])),
      this.#tag(entryHigh, entryTag, this.#colors.text, this.#colors.raised),
      this.#tag(stop.price, stop.tag, this.#colors.loss, this.#colors['loss-tag']),
    ]
  }

  #tag(price: number, text: string, textColor: string, backColor: string): ISeriesPrimitiveAxisView {
    return {
      coordinate: () => this.#series?.priceToCoordinate(price) ?? -100,
      text: () => text,
      textColor: () => textColor,
      backColor: () => backColor,
    }
  }

  /** The scale knows whole bars only: between two, the place is between theirs. */
  #x(at: number): number {
    const bar = barOf(this.#times, at, this.#interval)
    const whole = Math.floor(bar)
    const scale = this.#chart?.timeScale()
    const [from, to] = [whole, whole + 1].map(
      (index) => (scale?.logicalToCoordinate(index as Logical) as number | null) ?? 0,
    )
    return (from as number) + ((to as number) - (from as number)) * (bar - whole)
  }

  #y(price: number): number {
    return this.#series?.priceToCoordinate(price) ?? 0
  }

  #draw(context: CanvasRenderingContext2D, width: number, height: number): void {
    if (!this.#chart || !this.#series || this.#times.length === 0) return
    const { publishedAt, endsAt, entryLow, entryHigh, stop, targets, publishedLabel, fill } = this.#position
    const colors = this.#colors
    const from = this.#x(publishedAt)
    const to = Math.max(from + 8, Math.min(width, this.#x(endsAt)))
    const buys = (targets[0]?.price ?? entryHigh) > entryLow
    const edge = buys ? entryHigh : entryLow
    const zone = (one: number, other: number, color: string) => {
      const [top, bottom] = [this.#y(one), this.#y(other)].sort((a, b) => a - b) as [number, number]
      context.fillStyle = color
      context.fillRect(from, top, to - from, bottom - top)
    }
    zone(buys ? entryLow : entryHigh, stop.price, colors['zone-stop'])
    let previous = edge
    targets.forEach(({ price }, index) => {
      zone(previous, price, index === 0 ? colors['zone-target'] : colors['zone-target-far'])
      previous = price
    })
    zone(entryLow, entryHigh, colors['zone-entry'])

    const line = (price: number, color: string) => {
      const y = Math.round(this.#y(price)) + 0.5
      context.strokeStyle = color
      context.lineWidth = 1
      context.beginPath()
      context.moveTo(from, y)
      context.lineTo(to, y)
      context.stroke()
    }
    line(edge, colors.muted)
    line(stop.price, colors['loss-mark'])
    for (const { price } of targets) line(price, colors['gain-mark'])

    context.setLineDash([2, 3])
    context.strokeStyle = colors['line-strong']
    context.beginPath()
    context.moveTo(Math.round(from) + 0.5, 0)
    context.lineTo(Math.round(from) + 0.5, height)
    context.stroke()
    context.setLineDash([])

    context.font = '12px "Inter Variable", Inter, system-ui, sans-serif'
    context.textBaseline = 'middle'
    context.fillStyle = colors.muted
    for (const { price, label } of targets)
      context.fillText(label, from + 8, this.#y(price) + (buys ? 11 : -11))
    context.fillText(stop.label, from + 8, this.#y(stop.price) + (buys ? -11 : 11))
    context.textAlign = from > 120 ? 'right' : 'left'
    context.fillText(publishedLabel, from > 120 ? from - 6 : from + 8, height - 12)
    context.textAlign = 'left'

    if (fill) {
      context.beginPath()
      context.arc(this.#x(fill.at), this.#y(fill.price), 4, 0, 2 * Math.PI)
      context.fillStyle = colors.well
      context.fill()
      context.strokeStyle = colors.text
      context.lineWidth = 1.5
      context.stroke()
    }
  }
}
