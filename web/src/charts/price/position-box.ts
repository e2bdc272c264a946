import type { ISeriesPrimitiveAxisView } from 'lightweight-charts'
import type { ChartColors } from '#charts/chart-colors.ts'
import { labelRows, tagPlaces } from './axis-tags.ts'
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
  /** It has ended: what followed no longer counts. */
  over?: boolean
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

type Bars = {
  /** The position of the last price's tag, which the box's tags must not cover. */
  lastPlace: () => number | null
  /** The prices of the bars between two indexes. */
  span: (from: number, to: number) => { low: number; high: number } | null
}

/** The candles take at least this share of the height: a target further away is named at the edge. */
const CANDLE_SHARE = 1 / 5
/** Half a tag. */
const EDGE = 10
/** Below the figures of a bar, which are shown over the top. */
const HEAD = 40
/** Between the middles of two lines of text. */
const LINE = 14

export class PositionBox extends SeriesDrawing<Position | null> {
  readonly #bars: Bars

  constructor(position: Position | null, colors: ChartColors, bars: Bars) {
    super(position, colors, 'bottom')
    this.#bars = bars
  }

  /** When the position ended, in seconds; null while it lasts. */
  get overAt(): number | null {
    return this.what?.over ? this.what.endsAt : null
  }

  /** The time range of the box in seconds; null without one. */
  get span(): { from: number; to: number } | null {
    return this.what && { from: this.what.publishedAt, to: this.what.endsAt }
  }

  /** Positions of the axis tags in CSS pixels: the stop, the targets in order, the entry. */
  get tagPlaces(): readonly number[] {
    if (!this.what) return []
    const { stop, targets, entryLow, entryHigh } = this.what
    const tagged = [stop.price, ...targets.map(({ price }) => price), this.#buys ? entryHigh : entryLow]
    return tagPlaces(
      tagged.map((price) => this.#within(price)),
      this.#bars.lastPlace(),
    )
  }

  /** Stop, entry and first target; further targets as long as the candles beside them can be read. */
  protected override prices(from: number, to: number): readonly number[] {
    if (!this.what) return []
    const { stop, targets, entryLow, entryHigh } = this.what
    const seen = this.#bars.span(from, to)
    const known = [stop.price, entryLow, entryHigh]
    targets.forEach(({ price }, index) => {
      const all = [...known, price, ...(seen ? [seen.low, seen.high] : [])]
      const share = seen ? (seen.high - seen.low) / (Math.max(...all) - Math.min(...all)) : 1
      if (index === 0 || share >= CANDLE_SHARE) known.push(price)
    })
    return known
  }

  get #buys(): boolean {
    const { targets, entryLow, entryHigh } = this.what as Position
    return (targets[0]?.price ?? entryHigh) > entryLow
  }

  /** The place of a price, or the edge beyond which it lies. */
  #within(price: number): number {
    return Math.max(EDGE, Math.min(this.height - EDGE, this.y(price)))
  }

  /** The arrow of a price that lies beyond the edge. */
  #beyond(price: number): string {
    const at = this.y(price)
    return at < 0 ? ' \u2191' : at > this.height ? ' \u2193' : ''
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    if (!this.what) return []
    const { stop, targets, entryTag } = this.what
    const { colors } = this
    return [
      this.#tag(0, stop.tag, colors.loss, colors['loss-tag']),
      ...targets.map(({ tag, price }, index) =>
        this.#tag(1 + index, `${tag}${this.#beyond(price)}`, colors.gain, colors['gain-tag']),
      ),
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
    const buys = this.#buys
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
    const inside = buys ? LINE - 3 : 3 - LINE
    const named = [...targets, stop].map((level, index) => ({
      label: `${level.label}${this.#beyond(level.price)}`,
      at: this.y(level.price) + (index < targets.length ? inside : -inside),
    }))
    const places = labelRows(
      named.map(({ at }) => Math.max(HEAD, Math.min(pen.height - EDGE, at))),
      LINE,
    )
    named.forEach(({ label }, index) => {
      // A box too narrow for its words keeps the name of the level.
      const text = pen.measure(label) > to - words - 4 ? (label.split(' · ')[0] ?? '') : label
      pen.text(text, words, places[index] ?? 0, colors.muted)
    })
    // Beside the box, where no label is.
    if (from >= pen.measure(publishedLabel) + 12)
      pen.text(publishedLabel, from - 6, pen.height - 12, colors.muted, { align: 'right' })
    for (const done of [fill, exit])
      if (done)
        pen.disc(this.x(done.at), this.y(done.price), 4, colors.well, { color: colors.text, width: 1.5 })
  }
}
