import type { IPrimitivePaneRenderer } from 'lightweight-charts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]
type Scope = Parameters<Parameters<Target['useBitmapCoordinateSpace']>[0]>[0]

type Stroke = { width?: number; dash?: readonly number[] }
type Lettering = {
  align?: 'left' | 'center' | 'right'
  weight?: 400 | 600
  /** A background for text over candles. */
  ground?: string
  size?: 11 | 12
}

/**
 * Draws in device pixels. Positions are in CSS pixels; an edge always falls on a device pixel's edge, so that a hairline is
 * one pixel wide and not two half ones, at any pixel ratio.
 */
export class Pen {
  readonly width: number
  readonly height: number
  readonly #context: CanvasRenderingContext2D
  readonly #across: number
  readonly #down: number

  constructor({ context, mediaSize, horizontalPixelRatio, verticalPixelRatio }: Scope) {
    this.#context = context
    this.width = mediaSize.width
    this.height = mediaSize.height
    this.#across = horizontalPixelRatio
    this.#down = verticalPixelRatio
  }

  band(left: number, top: number, right: number, bottom: number, color: string): void {
    const [x, y] = [Math.round(left * this.#across), Math.round(top * this.#down)]
    this.#context.fillStyle = color
    this.#context.fillRect(x, y, Math.round(right * this.#across) - x, Math.round(bottom * this.#down) - y)
  }

  horizontal(y: number, left: number, right: number, color: string, stroke: Stroke = {}): void {
    const width = this.#thickness(stroke.width)
    const at = Math.round(y * this.#down) - Math.floor(width / 2) + width / 2
    this.#line(Math.round(left * this.#across), at, Math.round(right * this.#across), at, color, stroke)
  }

  vertical(x: number, top: number, bottom: number, color: string, stroke: Stroke = {}): void {
    const width = this.#thickness(stroke.width)
    const at = Math.round(x * this.#across) - Math.floor(width / 2) + width / 2
    this.#line(at, Math.round(top * this.#down), at, Math.round(bottom * this.#down), color, stroke)
  }

  segment(fromX: number, fromY: number, toX: number, toY: number, color: string, stroke: Stroke = {}): void {
    this.#line(fromX * this.#across, fromY * this.#down, toX * this.#across, toY * this.#down, color, stroke)
  }

  /** The head of an arrow that ends at a point, seen from another. */
  arrowHead(fromX: number, fromY: number, toX: number, toY: number, color: string): void {
    const angle = Math.atan2((toY - fromY) * this.#down, (toX - fromX) * this.#across)
    const [x, y, size] = [toX * this.#across, toY * this.#down, 8 * this.#down]
    const context = this.#context
    context.beginPath()
    context.moveTo(x, y)
    for (const side of [-1, 1]) {
      context.lineTo(x - size * Math.cos(angle + side * 0.42), y - size * Math.sin(angle + side * 0.42))
    }
    context.closePath()
    context.fillStyle = color
    context.fill()
  }

  disc(x: number, y: number, radius: number, fill: string, edge?: { color: string; width: number }): void {
    const context = this.#context
    context.beginPath()
    context.arc(x * this.#across, y * this.#down, radius * this.#down, 0, 2 * Math.PI)
    context.fillStyle = fill
    context.fill()
    if (!edge) return
    context.lineWidth = edge.width * this.#down
    context.strokeStyle = edge.color
    context.stroke()
  }

  /** Text centred vertically on y. */
  text(words: string, x: number, y: number, color: string, lettering: Lettering = {}): void {
    const { align = 'left', weight = 400, ground, size = 12 } = lettering
    const context = this.#context
    context.font = `${weight} ${size * this.#down}px "Inter Variable", Inter, system-ui, sans-serif`
    context.textBaseline = 'middle'
    context.textAlign = align
    if (ground) {
      const width = context.measureText(words).width / this.#across
      const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
      this.band(left - 4, y - 9, left + width + 4, y + 9, ground)
    }
    context.fillStyle = color
    // Capitals and digits sit above the middle of their line: half a pixel centres them.
    context.fillText(words, x * this.#across, (y + 0.5) * this.#down)
    context.textAlign = 'left'
  }

  /** The width of text in that font, in CSS pixels. */
  measure(words: string, weight: 400 | 600 = 400, size = 12): number {
    this.#context.font = `${weight} ${size * this.#down}px "Inter Variable", Inter, system-ui, sans-serif`
    return this.#context.measureText(words).width / this.#across
  }

  #thickness(width = 1): number {
    return Math.max(1, Math.floor(width * this.#down))
  }

  #line(fromX: number, fromY: number, toX: number, toY: number, color: string, stroke: Stroke): void {
    const context = this.#context
    context.strokeStyle = color
    context.lineWidth = this.#thickness(stroke.width)
    context.setLineDash((stroke.dash ?? []).map((length) => length * this.#across))
    context.beginPath()
    context.moveTo(fromX, fromY)
    context.lineTo(toX, toY)
    context.stroke()
    context.setLineDash([])
  }
}
