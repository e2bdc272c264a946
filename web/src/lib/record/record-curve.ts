// Owns how the public record's curve is described: its deepest fall in R.

/** The deepest fall of the curve: the indices of the last peak before it and of its lowest point; null without a fall. */
export function deepestFall(curve: readonly number[]): { from: number; to: number } | null {
  let peak = { value: 0, index: -1 }
  let deepest = { depth: 0, from: -1, to: -1 }
  for (const [index, value] of curve.entries()) {
    if (value >= peak.value) peak = { value, index }
    else if (peak.value - value > deepest.depth) {
      deepest = { depth: peak.value - value, from: peak.index, to: index }
    }
  }
  return deepest.depth > 0 ? { from: deepest.from, to: deepest.to } : null
}
