// Determines which prices decisions may be based on, and up to when: stored minutes, minus recorded gaps, up to the first
// minute that is neither (rules 12 to 14 of outcome.ts). Depends only on the data, not on the order of arrival, so that a
// recomputation over the same rows gives the same prices.

import { CANDLE_MS, type Candle, endOf } from '../trade.ts'
import { marketIsOpen, nextOpening, type Session } from './sessions.ts'

/** Minutes of [from, until) recorded as missing, with longer bars as replacement, in chronological order. */
export type Gap = { from: number; until: number; bars: readonly Candle[] }

export type KnownMarket = {
  /** In chronological order, from the requested time on. */
  candles: Candle[]
  /** Everything before this time is decided or skipped; reading continues here. */
  until: number
  /** From the first missing minute to the next stored one; null if none is missing. */
  hole: { from: number; until: number } | null
}

/**
 * What may be decided on from `from` on. `stored` are unique minutes in chronological order, starting with the last one before
 * `from` if any, which shows where a gap begins; `gaps` are in chronological order.
 */
export function knownMarket(
  session: Session,
  from: number,
  stored: readonly Candle[],
  gaps: readonly Gap[],
): KnownMarket {
  const first = Math.ceil(from / CANDLE_MS) * CANDLE_MS
  const known: KnownMarket = { candles: [], until: first, hole: null }
  const bars = gaps.flatMap((gap) => gap.bars).filter(({ openedAt }) => openedAt >= from)
  let next = stored[0] && stored[0].openedAt < first ? endOf(stored[0]) : first
  let bar = 0
  for (const candle of stored) {
    const { openedAt } = candle
    if (gapAt(gaps, openedAt) || !marketIsOpen(session, openedAt)) continue
    if (openedAt >= from) {
      if (missing(session, gaps, Math.max(next, first), openedAt) !== null) {
        const since = missing(session, gaps, next, openedAt) ?? next
        return { ...known, hole: { from: since, until: openedAt } }
      }
      for (; bars[bar] && bars[bar]!.openedAt < openedAt; bar += 1) known.candles.push(bars[bar]!)
      known.candles.push(candle)
      known.until = endOf(candle)
    }
    next = endOf(candle)
  }
  return known
}

/** The first minute of [from, until) in market hours without a record. */
function missing(session: Session, gaps: readonly Gap[], from: number, until: number): number | null {
  let at = from
  while (at < until) {
    const gap = gapAt(gaps, at)
    if (gap) at = gap.until
    else if (marketIsOpen(session, at)) return at
    else at = Math.min(nextOpening(session, at) ?? until, nextGap(gaps, at) ?? until)
  }
  return null
}

const gapAt = (gaps: readonly Gap[], at: number) => gaps.find(({ from, until }) => at >= from && at < until)
const nextGap = (gaps: readonly Gap[], at: number) => gaps.find(({ from }) => from > at)?.from
