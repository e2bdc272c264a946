import type { ChartColors } from '#charts/chart-colors.ts'
import type { Pen } from './crisp-pen.ts'
import type { PositionBox } from './position-box.ts'
import { SeriesDrawing } from './series-drawing.ts'

/** How much of what followed a position that is over is covered. */
const COVERED = 0.72

/** What followed a position that is over: it stays visible, but no longer counts. */
export class Veil extends SeriesDrawing<PositionBox> {
  constructor(box: PositionBox, colors: ChartColors) {
    super(box, colors, 'normal')
  }

  protected draw(pen: Pen): void {
    const end = this.what.overAt
    if (end === null) return
    const from = Math.max(0, this.x(end))
    if (from < pen.width) pen.band(from, 0, pen.width, pen.height, fainter(this.colors.well, COVERED))
  }
}

/** A colour as read from the theme, with another opacity. */
const fainter = (color: string, alpha: number): string => color.replace(/[\d.]+\)$/, `${alpha})`)
