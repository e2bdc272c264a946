// Owns how the public record is read by eye: the deepest fall of a curve in R.

/** Where the curve fell the deepest: indices of the last highest point before and of the lowest one; null without a fall. */
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
