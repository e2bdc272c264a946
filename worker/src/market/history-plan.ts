// Owns how far back the feed reaches: what a first start draws, and how a pause is filled so that charts have no hole.
import { BASE_TIMEFRAMES, type BaseTimeframe } from './provider.ts'
import type { VenueTimeframe } from './venue.ts'

export type Stage = { timeframe: BaseTimeframe; from: number; until: number }

const DAY = BASE_TIMEFRAMES.D1
/** Days before now at which each base timeframe of a first start begins; finer ones take over from coarser ones. */
const FIRST_START = {
  full: { D1: 730, H1: 90, M5: 10, M1: 2 },
  short: { D1: 10, H1: 4, M5: 2, M1: 1 },
} as const
/** A pause up to this long is filled minute by minute, so signals open through it are decided on minutes. */
export const MOST_MINUTES_MS = 14 * DAY

/**
 * The stages to fill before live quotes, in time order. `storedUntil` is the end of the newest stored minute, null
 * where there is none. Stages meet at midnight UTC (hours after a long pause), so no candle is summed up twice.
 */
export function historyPlan(storedUntil: number | null, now: number, depth: 'full' | 'short'): Stage[] {
  const minute = floor(now, BASE_TIMEFRAMES.M1)
  const midnight = floor(now, DAY)
  if (storedUntil === null) {
    const days = FIRST_START[depth]
    const at = (back: number) => midnight - back * DAY
    return [
      { timeframe: 'D1', from: at(days.D1), until: at(days.H1) },
      { timeframe: 'H1', from: at(days.H1), until: at(days.M5) },
      { timeframe: 'M5', from: at(days.M5), until: at(days.M1) },
      { timeframe: 'M1', from: at(days.M1), until: minute },
    ]
  }
  if (storedUntil >= minute) return []
  if (minute - storedUntil <= MOST_MINUTES_MS) return [{ timeframe: 'M1', from: storedUntil, until: minute }]
  const minutesFrom = midnight - MOST_MINUTES_MS + DAY
  const hoursFrom = floor(storedUntil + BASE_TIMEFRAMES.H1 - 1, BASE_TIMEFRAMES.H1)
  return [
    { timeframe: 'H1', from: hoursFrom, until: minutesFrom },
    { timeframe: 'M1', from: minutesFrom, until: minute },
  ]
}

function floor(at: number, width: number): number {
  return at - (at % width)
}

export type VenueStage = Stage & { timeframe: VenueTimeframe }

/**
 * The stages to ask a venue for before its minutes are followed. `reach` is how many bars of each length it keeps, null
 * for as many as one likes: minutes beyond it are asked for as five minutes, then as hours, so that what can no longer be
 * told by the minute is told at all. Days are summed up here: a venue's day is not ours.
 */
export function liveHistoryPlan(
  storedUntil: number | null,
  now: number,
  depth: 'full' | 'short',
  reach: number | null,
): VenueStage[] {
  return historyPlan(storedUntil, now, depth).flatMap(({ timeframe, from, until }) =>
    timeframe === 'D1' ? [] : withinReach({ timeframe, from, until }, now, reach),
  )
}

const LONGER = { M1: 'M5', M5: 'H1', H1: null } as const

/** A stage as far as the venue reaches, and what lies before it by longer bars that end where it begins. */
export function withinReach(stage: VenueStage, now: number, reach: number | null): VenueStage[] {
  if (reach === null) return [stage]
  const { timeframe, from, until } = stage
  const width = BASE_TIMEFRAMES[timeframe]
  // One less than it keeps: by the time it is asked, a bar may have gone.
  const oldest = floor(now, width) - (reach - 1) * width
  if (from >= oldest) return [stage]
  const longer = LONGER[timeframe]
  if (longer === null) return oldest < until ? [{ timeframe, from: oldest, until }] : []
  const wide = BASE_TIMEFRAMES[longer]
  const meets = Math.min(ceil(oldest, wide), floor(until, wide))
  const before = { timeframe: longer, from: ceil(from, wide), until: meets }
  return [
    ...(before.from < before.until ? withinReach(before, now, reach) : []),
    ...(Math.max(meets, oldest) < until ? [{ timeframe, from: Math.max(meets, oldest), until }] : []),
  ]
}

function ceil(at: number, width: number): number {
  return Math.ceil(at / width) * width
}
