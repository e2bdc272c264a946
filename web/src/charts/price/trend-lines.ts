import type { ChartColors } from '#charts/chart-colors.ts'
import { type Tone, toneColors } from '#charts/tone.ts'
import type { Pen } from './crisp-pen.ts'
import { SeriesDrawing } from './series-drawing.ts'

export type Anchor = { at: number; price: number }
/** A line between two points; a ray continues beyond the second one, an arrow points at it. */
export type TrendLine = {
  kind: 'segment' | 'ray' | 'arrow'
  from: Anchor
  to: Anchor
  label?: string
  tone?: Tone
}

export class TrendLines extends SeriesDrawing<readonly TrendLine[]> {
  constructor(lines: readonly TrendLine[], colors: ChartColors) {
    super(lines, colors, 'normal')
  }

  protected draw(pen: Pen): void {
    for (const { kind, from, to, label, tone = 'neutral' } of this.what) {
      const { mark, text } = toneColors(tone, this.colors)
      const start = { x: this.x(from.at), y: this.y(from.price) }
      const second = { x: this.x(to.at), y: this.y(to.price) }
      const end = kind === 'ray' ? beyond(start, second, pen.width) : second
      if (Math.max(start.x, end.x) < 0 || Math.min(start.x, end.x) > pen.width) continue
      pen.segment(start.x, start.y, end.x, end.y, mark, { width: 1.5 })
      if (kind === 'arrow') pen.arrowHead(start.x, start.y, end.x, end.y, mark)
      else pen.disc(start.x, start.y, 2.5, mark)
      if (kind === 'segment') pen.disc(end.x, end.y, 2.5, mark)
      if (!label) continue
      // The label follows the line's end: above a rising line, below a falling one.
      const width = pen.measure(label)
      const x = Math.max(8, Math.min(kind === 'ray' ? second.x : end.x, pen.width - 8) - width)
      const share = second.x === start.x ? 1 : (x - start.x) / (second.x - start.x)
      const y = start.y + (second.y - start.y) * Math.min(1, Math.max(0, share))
      pen.text(label, x, y + (second.y <= start.y ? -14 : 14), text, { ground: this.colors.well })
    }
  }
}

type Place = { x: number; y: number }

/** The point where a ray leaves the chart. */
function beyond(start: Place, through: Place, width: number): Place {
  if (through.x === start.x) return through
  const edge = through.x > start.x ? width : 0
  if (Math.abs(edge - start.x) <= Math.abs(through.x - start.x)) return through
  return { x: edge, y: start.y + ((through.y - start.y) * (edge - start.x)) / (through.x - start.x) }
}
