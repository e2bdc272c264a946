/** Durations that read as round ones, in seconds: a millisecond to a month. */
const ROUND = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 21_600, 86_400, 604_800, 2_592_000] as const
/** The share of the scale between two ticks, so that their names have room. */
const APART = 0.4

type LogScale = {
  /** Where a duration is, 0 to 1. */
  share: (seconds: number) => number
  /** Round durations, its ends among them. */
  ticks: readonly number[]
}

/** A logarithmic scale between the round durations around all given ones, in seconds. */
export function logScale(values: readonly number[]): LogScale {
  const first = Math.max(
    0,
    ROUND.findLastIndex((round) => round <= Math.min(...values)),
  )
  const found = ROUND.findIndex((round) => round >= Math.max(...values))
  const last = Math.max(first + 1, found === -1 ? ROUND.length - 1 : found)
  const ends = ROUND.slice(first, last + 1)
  const [least = 1, most = 1] = [ends[0], ends.at(-1)]
  const share = (seconds: number) =>
    Math.min(1, Math.max(0, Math.log(Math.max(seconds, least) / least) / Math.log(most / least)))
  const ticks = [least]
  for (const tick of ends.slice(1, -1))
    if (share(tick) - share(ticks.at(-1) ?? least) >= APART && share(tick) <= 1 - APART) ticks.push(tick)
  return { share, ticks: [...ticks, most] }
}
