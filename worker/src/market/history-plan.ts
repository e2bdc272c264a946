// How much history the feed needs: what a first start generates, and how a pause is filled without gaps in charts.
import { BASE_TIMEFRAMES, type BaseTimeframe } from './provider.ts'
import type { VenueTimeframe } from './venue.ts'

export type Stage = { timeframe: BaseTimeframe; from: number; until: number }

const DAY = BASE_TIMEFRAMES.D1
/** Start of each base timeframe at a first start, in days before now; finer ones follow coarser ones. */
const FIRST_START = {
  full: { D1: 730, H1: 90, M5: 10, M1: 2 },
  short: { D1: 10, H1: 4, M5: 2, M1: 1 },
} as const
/** A pause up to this length is filled with minutes, so that signals open during it are settled on minutes. */
export const MOST_MINUTES_MS = 14 * DAY

/**
 * The stages to fill before live quotes, in chronological order. `storedUntil` is the end of the newest stored minute, or null.
 * Stages meet at midnight UTC (hours after a long pause), so that no candle is aggregated twice.
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
 * The stages to request from a venue before following its minutes. `reach` is how many bars of each length it keeps, null if
 * unlimited: beyond it, five-minute bars and then hours are requested instead, so that as much as possible is known. Days are
 * aggregated here, since a venue's day may differ from ours.
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

/** Splits a stage into the part that the venue still has, and an earlier part in longer bars. */
export function withinReach(stage: VenueStage, now: number, reach: number | null): VenueStage[] {
  if (reach === null) return [stage]
  const { timeframe, from, until } = stage
  const width = BASE_TIMEFRAMES[timeframe]
  // One bar less, because the oldest may disappear before the request.
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
