/** The mark of `parts/brand/logo.tsx` on its grid of 24, for a canvas. */
const BEAM = 'M9.8 4.9 23 .8v9.8L9.8 6.5z'
const TOWER = 'M5.7.8h1.6v1.9H5.7zM2.6 8.6h7.8v1.6H9l1.3 13H2.7l1.3-13H2.6z'

/** The product's font, as a canvas names it. */
export const CANVAS_FONT = '"Inter Variable", Inter, system-ui, sans-serif'

/** Draws the mark with its top left corner at a point; `size` is its edge in pixels. */
export function drawBrandMark(
  context: CanvasRenderingContext2D,
  colors: { lamp: string; text: string },
  [x, y]: readonly [number, number],
  size = 24,
): void {
  context.save()
  context.translate(x, y)
  context.scale(size / 24, size / 24)
  context.fillStyle = colors.lamp
  context.fill(new Path2D(BEAM))
  context.beginPath()
  context.arc(6.5, 5.7, 2, 0, 2 * Math.PI)
  context.fill()
  context.fillStyle = colors.text
  context.fill(new Path2D(TOWER))
  context.restore()
}
