import type { ISeriesPrimitiveAxisView } from 'lightweight-charts'
import type { ChartColors } from '#charts/chart-colors.ts'
import { tagPlaces } from './axis-tags.ts'
import type { Pen } from './crisp-pen.ts'
import { SeriesDrawing } from './series-drawing.ts'

/**
 * The position box: from publication to the end of validity, the entry band, the loss zone and the target zones, with their
 * prices on the axis. These prices are for drawing only.
 */
export type Position = {
  /** In seconds since 1970. */
  publishedAt: number
  endsAt: number
  entryLow: number
  entryHigh: number
  stop: { price: number; label: string; tag: string }
  targets: readonly { price: number; label: string; tag: string }[]
  entryTag: string
  publishedLabel: string
  /** The price of the fill, once there is one. */
  fill: { at: number; price: number } | null
  /** The last exit, where it is drawn. */
  exit?: { at: number; price: number }
}

export class PositionBox extends SeriesDrawing<Position | null> {
  readonly #lastPlace: () => number | null

  /** `lastPlace`: the position of the last price's tag, which the box's tags must not cover. */
  constructor(position: Position | null, colors: ChartColors, lastPlace: () => number | null) {
    super(position, colors, 'bottom')
    this.#lastPlace = lastPlace
  }

  /** The time range of the box in seconds; null without one. */
  get span(): { from: number; to: number } | null {
    return this.what && { from: this.what.publishedAt, to: this.what.endsAt }
  }

  /** Positions of the axis tags in CSS pixels: the stop, the targets in order, the entry. */
  get tagPlaces(): readonly number[] {
    if (!this.what) return []
    const tagged = [...this.prices(), this.what.entryHigh]
    return tagPlaces(
      tagged.map((price) => this.y(price)),
      this.#lastPlace(),
    )
  }

  protected override prices(): readonly number[] {
    return this.what ? [this.what.stop.price, ...this.what.targets.map(({ price }) => price)] : []
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    if (!this.what) return []
    const { stop, targets, entryTag } = this.what
    const { colors } = this
    return [
      this.#tag(0, stop.tag, colors.loss, colors['loss-tag']),
      ...targets.map(({ tag }, index) => this.#tag(1 + index, tag, colors.gain, colors['gain-tag'])),
      this.#tag(1 + targets.length, entryTag, colors.text, colors.raised),
    ]
  }

  /** The tag for one of `tagPlaces`. */
  #tag(place: number, text: string, textColor: string, backColor: string): ISeriesPrimitiveAxisView {
    return {
      coordinate: () => this.tagPlaces[place] ?? -100,
      text: () => text,
      textColor: () => textColor,
      backColor: () => backColor,
    }
  }

  protected draw(pen: Pen): void {
    if (!this.what) return
    const { publishedAt, endsAt, entryLow, entryHigh, stop, targets, publishedLabel, fill, exit } = this.what
    const { colors } = this
    const from = this.x(publishedAt)
    const to = Math.max(from + 8, Math.min(pen.width, this.x(endsAt)))
    const buys = (targets[0]?.price ?? entryHigh) > entryLow
    const edge = buys ? entryHigh : entryLow
    const zone = (one: number, other: number, color: string) => {
      const [top, bottom] = [this.y(one), this.y(other)].sort((a, b) => a - b) as [number, number]
      pen.band(from, top, to, bottom, color)
    }
    zone(buys ? entryLow : entryHigh, stop.price, colors['zone-stop'])
    targets.forEach(({ price }, index) => {
      zone(
        targets[index - 1]?.price ?? edge,
        price,
        index === 0 ? colors['zone-target'] : colors['zone-target-far'],
      )
    })
    zone(entryLow, entryHigh, colors['zone-entry'])
    pen.horizontal(this.y(edge), from, to, colors.muted)
    pen.horizontal(this.y(stop.price), from, to, colors['loss-mark'])
    for (const { price } of targets) pen.horizontal(this.y(price), from, to, colors['gain-mark'])
    pen.vertical(from, 0, pen.height, colors['line-strong'], { dash: [2, 3] })

    // If the box began before the visible range, its labels stay in view.
    const words = Math.max(0, from) + 8
    for (const { price, label } of targets) {
      pen.text(label, words, this.y(price) + (buys ? 11 : -11), colors.muted)
    }
    pen.text(stop.label, words, this.y(stop.price) + (buys ? -11 : 11), colors.muted)
    const outside = from > 120
    if (from >= 0)
      pen.text(publishedLabel, outside ? from - 6 : from + 8, pen.height - 12, colors.muted, {
        align: outside ? 'right' : 'left',
      })
    for (const done of [fill, exit])
      if (done)
        pen.disc(this.x(done.at), this.y(done.price), 4, colors.well, { color: colors.text, width: 1.5 })
  }
}
