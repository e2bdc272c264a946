/** Opening time in milliseconds and prices. */
type Bar = { at: number; open: number; high: number; low: number; close: number }

/** The longest rest of a market that trades by the week: from Friday evening to Monday, and a holiday. */
const REST_MS = 4 * 24 * 3_600_000
/** A step between two bars of more than so many usual ranges is a seam between two sources, not a move. */
const SEAM = 12

/** The last bars that show one market without a hole: no rest longer than a long weekend, and no price that starts far from where the one before ended. */
export function continuousTail<Shown extends Bar>(bars: readonly Shown[]): Shown[] {
  const ranges = bars.map(({ high, low }) => high - low).sort((one, other) => one - other)
  const usual = ranges[Math.floor(ranges.length / 2)] ?? 0
  const seam = bars.findLastIndex((bar, place) => {
    const before = bars[place - 1]
    return before && (bar.at - before.at > REST_MS || Math.abs(bar.open - before.close) > SEAM * usual)
  })
  return bars.slice(Math.max(0, seam))
}
