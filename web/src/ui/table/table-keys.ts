/** The row that a key moves to; null for a key that does not move. */
export function rowAfter(key: string, from: number, count: number, page: number): number | null {
  const step: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  }
  const by = step[key]
  return by === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, from + by))
}
