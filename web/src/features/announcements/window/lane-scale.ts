// The time axis of the lanes. Pure.

const HOUR = 3_600_000
/** A lane that runs for days is cut: what is near must stay legible. */
const MOST_HOURS = 10
const FEWEST_HOURS = 3

export type Scale = { from: number; to: number; hours: readonly number[]; share: (at: number) => number }

/** From the full hour before now to the last of `ends`, at most ten hours, at least three. Shares lie within 0 and 1. */
export function laneScale(now: number, ends: readonly number[]): Scale {
  const from = Math.floor(now / HOUR) * HOUR
  const last = Math.max(from, ...ends)
  const span = Math.min(MOST_HOURS, Math.max(FEWEST_HOURS, Math.ceil((last - from) / HOUR)))
  const to = from + span * HOUR
  return {
    from,
    to,
    hours: Array.from({ length: span + 1 }, (_, at) => from + at * HOUR),
    share: (at) => Math.max(0, Math.min(1, (at - from) / (to - from))),
  }
}
