import type { ChartColors } from '#charts/chart-colors.ts'
import { type Tone, toneColors } from '#charts/tone.ts'
import type { Pen } from './crisp-pen.ts'
import { SeriesDrawing } from './series-drawing.ts'

/** A numbered dot at a time and a price; its text is in the list beside the chart and in the legend. */
export type EventMarker = {
  at: number
  price: number
  /** A digit or a letter. */
  sign: string
  label: string
  tone?: Tone
}

const RADIUS = 9

export class EventMarkers extends SeriesDrawing<readonly EventMarker[]> {
  constructor(events: readonly EventMarker[], colors: ChartColors) {
    super(events, colors, 'top')
  }

  protected draw(pen: Pen): void {
    const { colors } = this
    for (const { at, price, sign, tone = 'neutral' } of this.what) {
      const [x, y] = [this.x(at), this.y(price)]
      if (x < -RADIUS || x > pen.width + RADIUS) continue
      const edge = tone === 'neutral' ? colors.well : toneColors(tone, colors).mark
      pen.disc(x, y, RADIUS, colors.inverse, { color: edge, width: 2 })
      pen.text(sign, x, y, colors['on-inverse'], { align: 'center', weight: 600 })
    }
  }
}
