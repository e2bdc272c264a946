export type Bin = { from: number; to: number; count: number }

/**
 * Results counted in ranges of one width, `from` included and `to` not. Zero is always an edge, so that no range mixes losses
 * and gains; empty ranges between others are included.
 */
export function binned(values: readonly number[], width: number): Bin[] {
  if (values.length === 0) return []
  const placeOf = (value: number) => {
    const place = Math.floor(value / width)
    // A result that is an edge up to floating-point error belongs to the range that begins there.
    return value >= (place + 1) * width - width * 1e-9 ? place + 1 : place
  }
  const counts = new Map<number, number>()
  for (const value of values) counts.set(placeOf(value), (counts.get(placeOf(value)) ?? 0) + 1)
  const places = [...counts.keys()]
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const edge = (place: number) => Number((place * width).toPrecision(12)) + 0
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    from: edge(first + index),
    to: edge(first + index + 1),
    count: counts.get(first + index) ?? 0,
  }))
}
