import type { ChartColors } from '#charts/chart-colors.ts'
import type { Pen } from '#charts/price/crisp-pen.ts'
import { SeriesDrawing } from '#charts/price/series-drawing.ts'
import type { Anchor } from '#charts/price/trend-lines.ts'

/** The two points of a measure, and the lines that describe it. */
export type Measured = { from: Anchor; to: Anchor; lines: readonly string[] }

const LINE = 18

/** The box between two points of the chart, with an arrow along each side and its figures beside it. */
export class MeasureTool extends SeriesDrawing<Measured | null> {
  constructor(colors: ChartColors) {
    super(null, colors, 'top')
  }

  protected draw(pen: Pen): void {
    if (!this.what) return
    const { from, to, lines } = this.what
    const { colors } = this
    const [startX, startY, endX, endY] = [
      this.x(from.at),
      this.y(from.price),
      this.x(to.at),
      this.y(to.price),
    ]
    const [left, right] = [Math.min(startX, endX), Math.max(startX, endX)]
    const [top, bottom] = [Math.min(startY, endY), Math.max(startY, endY)]
    pen.band(left, top, right, bottom, colors['info-tint'])
    pen.horizontal(startY, left, right, colors.info, { dash: [3, 3] })
    pen.horizontal(endY, left, right, colors.info)
    const middle = (left + right) / 2
    if (bottom - top > 12) {
      pen.vertical(middle, top, bottom, colors.info)
      pen.arrowHead(middle, startY, middle, endY, colors.info)
    }
    if (right - left > 12) {
      pen.horizontal((top + bottom) / 2, left, right, colors.info)
      pen.arrowHead(startX, (top + bottom) / 2, endX, (top + bottom) / 2, colors.info)
    }
    pen.disc(startX, startY, 4, colors.well, { color: colors.info, width: 1.5 })

    const width = Math.max(0, ...lines.map((line) => pen.measure(line, 600))) + 16
    const height = lines.length * LINE + 8
    const boxLeft = Math.max(4, Math.min(pen.width - width - 4, middle - width / 2))
    const [above, below] = [top - height - 8, bottom + 8]
    const [fitsAbove, fitsBelow] = [above >= 4, below + height <= pen.height - 4]
    // Below the end point of the measure, unless only the other side has room.
    const wanted = (endY <= startY ? fitsAbove || !fitsBelow : fitsAbove && !fitsBelow) ? above : below
    const boxTop = Math.max(4, Math.min(pen.height - height - 4, wanted))
    pen.band(boxLeft - 1, boxTop - 1, boxLeft + width + 1, boxTop + height + 1, colors['line-strong'])
    pen.band(boxLeft, boxTop, boxLeft + width, boxTop + height, colors.overlay)
    lines.forEach((line, index) => {
      pen.text(
        line,
        boxLeft + 8,
        boxTop + 4 + LINE * (index + 0.5),
        index === 0 ? colors.text : colors.muted,
        {
          weight: index === 0 ? 600 : 400,
        },
      )
    })
  }
}
