import type { ChartColors } from '#charts/chart-colors.ts'
import { type Tone, toneColors } from '#charts/tone.ts'
import type { Pen } from './crisp-pen.ts'
import { SeriesDrawing } from './series-drawing.ts'

/** A band between two prices, from and until a time if given; or a band between two times. */
export type Zone =
  | { kind: 'prices'; low: number; high: number; label: string; tone?: Tone; since?: number; until?: number }
  /** `beside`: the label goes beside the band if it is too narrow, as between two neighbouring bars. */
  | { kind: 'times'; from: number; to: number; label: string; tone?: Tone; beside?: true }

export class Zones extends SeriesDrawing<readonly Zone[]> {
  constructor(zones: readonly Zone[], colors: ChartColors) {
    super(zones, colors, 'bottom')
  }

  protected draw(pen: Pen): void {
    for (const zone of this.what) {
      const { mark, text, tint } = toneColors(zone.tone ?? 'neutral', this.colors)
      if (zone.kind === 'times') {
        const [left, right] = [this.x(zone.from), this.x(zone.to)]
        if (right < 0 || left > pen.width) continue
        // A session is a background for what happens in it: fainter than a price zone.
        pen.band(left, 0, right, pen.height, zone.tone ? tint : this.colors.grid)
        pen.vertical(left, 0, pen.height, this.colors['line-strong'], { dash: [2, 3] })
        const [start, room] = [Math.max(left, 0) + 6, right - Math.max(left, 0) - 12]
        const words = pen.measure(zone.label)
        if (words <= room) pen.text(zone.label, start, pen.height - 12, this.colors.muted)
        else if (zone.beside) {
          pen.vertical(right, 0, pen.height, this.colors['line-strong'], { dash: [2, 3] })
          const after = right + 6 + words <= pen.width
          const place = after ? right + 6 : Math.max(left, 0) - 6
          pen.text(zone.label, place, pen.height - 12, text, { align: after ? 'left' : 'right' })
        }
        continue
      }
      const left = zone.since === undefined ? 0 : Math.max(0, this.x(zone.since))
      const right = zone.until === undefined ? pen.width : Math.min(pen.width, this.x(zone.until))
      if (right <= left) continue
      const [top, bottom] = [this.y(zone.high), this.y(zone.low)]
      pen.band(left, top, right, bottom, tint)
      pen.horizontal(top, left, right, mark)
      pen.horizontal(bottom, left, right, mark)
      // If the band is too thin for its label, the label is above it.
      const inside = bottom - top >= 20
      pen.text(zone.label, left + 8, inside ? top + 11 : top - 11, text)
    }
  }
}
