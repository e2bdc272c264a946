/** The minimum width of a column, in pixels. */
export const NARROWEST = 64
export const WIDEST = 640

type Sized = { key: string; width: number }

/**
 * The columns' widths in whole pixels. Widths set by the reader are kept; the others share the remaining space in proportion to
 * their own widths and never fall below them. Together they fill the table exactly, or overflow it so that it scrolls.
 */
export function columnWidths(
  columns: readonly Sized[],
  set: Readonly<Record<string, number>>,
  available: number,
): number[] {
  const free = columns.filter(({ key }) => set[key] === undefined)
  const wanted = free.reduce((sum, { width }) => sum + width, 0)
  const taken = columns.reduce((sum, { key }) => sum + (set[key] ?? 0), 0)
  const share = wanted > 0 ? Math.max(1, (available - taken) / wanted) : 1
  // Rounding the cumulative edge, not each width, distributes every pixel.
  let [edge, drawn] = [0, 0]
  return columns.map(({ key, width }) => {
    edge += set[key] ?? width * share
    const pixels = Math.round(edge) - drawn
    drawn += pixels
    return pixels
  })
}

export const withinLimits = (width: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
