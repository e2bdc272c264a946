/** One bar as the chart draws it; `time` in seconds since 1970. These prices are for drawing only. */
export type Bar = { time: number; open: number; high: number; low: number; close: number }

/** Bars that change by themselves: the chart subscribes to them, and nothing around it renders again. */
export type MovingBars = {
  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  bars: () => readonly Bar[]
}

export type BarChange =
  | { kind: 'none' }
  /** Bars from this index on are new or changed; earlier ones are unchanged. */
  | { kind: 'grown'; from: number }
  /** A different series. `related`: it overlaps the earlier one, so the view keeps its position. */
  | { kind: 'replaced'; related: boolean }

const same = (one: Bar, other: Bar) =>
  one === other ||
  (one.time === other.time &&
    one.open === other.open &&
    one.high === other.high &&
    one.low === other.low &&
    one.close === other.close)

/** What to redraw: a quote moves the last bar many times a second and must not redraw all of them. */
export function barChange(before: readonly Bar[], after: readonly Bar[]): BarChange {
  const common = before.findIndex((bar, index) => !after[index] || !same(bar, after[index]))
  const from = common === -1 ? before.length : common
  if (from === before.length && after.length === before.length) return { kind: 'none' }
  const last = before.length - 1
  if (before.length > 0 && after.length >= before.length && from >= last) {
    // A last bar that changed keeps its time; another time at its index means another series.
    if (from > last || after[last]?.time === before[last]?.time) return { kind: 'grown', from }
  }
  const [first, end] = [after[0]?.time, after.at(-1)?.time]
  const related =
    first !== undefined &&
    end !== undefined &&
    before.length > 0 &&
    first <= (before[last] as Bar).time &&
    end >= (before[0] as Bar).time
  return { kind: 'replaced', related }
}

/** A position is shown with at least a tenth of its length before it, or only in part. */
const LEAST_LEAD = 1.1

/**
 * The bars that a chart shows at first, by index: the newest ones or, if there is a position, the whole position and what led
 * to it, up to `most` bars; of a longer one its end. A sixth of the width stays empty on the right.
 */
export function firstView(
  bars: readonly Bar[],
  position: { from: number; to: number } | null,
  { usual, most }: { usual: number; most: number },
): { from: number; to: number } {
  const view = (shown: number, end: number) => ({ from: end - shown, to: end + shown / 5 })
  const newest = view(Math.min(bars.length, usual), bars.length)
  if (!position) return newest
  const begin = bars.findLastIndex(({ time }) => time <= position.from)
  if (begin < 0) return newest
  const after = bars.findIndex(({ time }) => time > position.to)
  const end = after < 0 ? bars.length : after
  const length = end - begin
  if (length * LEAST_LEAD > most) return view(Math.min(usual, end), end)
  // Two fifths of the bars come before the position, if there is room.
  const wanted = Math.min(most, Math.max(usual, Math.ceil(length / 0.6)))
  return view(Math.min(wanted, end), end)
}
