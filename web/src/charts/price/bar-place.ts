/** The position of a time on the scale, in bars: also between bars and beyond the last one. */
export function barOf(times: readonly number[], at: number, interval: number): number {
  if (times.length === 0) return 0
  const last = times.length - 1
  const [first, end] = [times[0] as number, times[last] as number]
  if (at >= end) return last + (at - end) / interval
  if (at <= first) return (at - first) / interval
  let [low, high] = [0, last]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= at) low = middle
    else high = middle
  }
  const [from, to] = [times[low] as number, times[high] as number]
  return low + (at - from) / (to - from)
}
