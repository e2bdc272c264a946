/** About `count` round values between two others, spaced by 1, 2 or 5 times a power of ten. Includes zero if it lies between. */
export function roundTicks(low: number, high: number, about: number): number[] {
  const span = high - low
  if (!(span > 0) || about < 1) return [low]
  const rough = span / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  // Counted in whole steps, so that no error accumulates; zero is never written with a minus.
  return Array.from(
    { length: last - first + 1 },
    (_, index) => Number(((first + index) * step).toPrecision(12)) + 0,
  )
}

/** The span of an axis that shows all values and zero, with a small margin. */
export function axisSpan(values: readonly number[]): { low: number; high: number } {
  let [low, high] = [0, 0]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const room = (high - low || 1) * 0.06
  return { low: low < 0 ? low - room : low, high: high + room }
}
