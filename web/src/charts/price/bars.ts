import { barOf } from './bar-place.ts'

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

/** A position takes the width from its first quarter to its last sixth. */
const [LEAD, REST] = [1 / 4, 1 / 6]
/** Where it is longer than the room, what leads to its beginning. */
const LEAST_LEAD = 1 / 12

/**
 * The bars that a chart shows at first, by index: the newest ones or, if there is a position, all of it from its beginning to
 * its end, which may lie beyond the last bar. Never fewer than `least` nor more than `most` bars: of a longer position the
 * beginning, or its end if the last bar would be out of view. Without a position a sixth of the width stays empty.
 */
export function firstView(
  bars: readonly Bar[],
  position: { from: number; to: number } | null,
  { usual, least, most, interval }: { usual: number; least: number; most: number; interval: number },
): { from: number; to: number } {
  const view = (shown: number, end: number) => ({ from: end - shown, to: end + shown / 5 })
  const newest = view(Math.min(bars.length, usual), bars.length)
  const first = bars[0]
  if (!position || !first || position.from < first.time) return newest
  const times = bars.map(({ time }) => time)
  const [begin, end] = [barOf(times, position.from, interval), barOf(times, position.to, interval)]
  const length = end - begin
  if (length <= most * (1 - LEAST_LEAD)) {
    const shown = Math.min(most, Math.max(least, length / (1 - LEAD - REST)))
    const lead = ((shown - length) * LEAD) / (LEAD + REST)
    return { from: begin - lead, to: begin - lead + shown }
  }
  const from = begin - most * LEAST_LEAD
  const last = Math.min(end, bars.length)
  return last <= from + most ? { from, to: from + most } : view(Math.min(usual, last), last)
}

/** The lowest and the highest price of the bars between two indexes; null where there are none. */
export function barSpan(
  bars: readonly Bar[],
  from: number,
  to: number,
): { low: number; high: number } | null {
  const seen = bars.slice(Math.max(0, Math.floor(from)), Math.max(0, Math.ceil(to) + 1))
  if (seen.length === 0) return null
  return {
    low: seen.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY),
    high: seen.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY),
  }
}
