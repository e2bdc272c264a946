// Owns which prices may be decided on, and up to where: what is stored, less what was written down as missing, up to the first
// minute that is neither (rules 12 to 14 of outcome.ts). It looks at what is there and not at when it came, so whatever the
// order of arrival, whoever asks again over the same rows gets the same prices.

import { CANDLE_MS, type Candle, endOf } from '../trade.ts'
import { marketIsOpen, nextOpening, type Session } from './sessions.ts'

/** Minutes in [from, until) written down as missing, with the longer bars that stand in for them, in order of time. */
export type Gap = { from: number; until: number; bars: readonly Candle[] }

export type KnownMarket = {
  /** In order of time, from the asked moment on. */
  candles: Candle[]
  /** Everything before this moment is decided or passed over; reading goes on here. */
  until: number
  /** From the first minute that is missing to the next stored one; null where nothing is in the way. */
  hole: { from: number; until: number } | null
}

/**
 * What may be decided on from `from` on. `stored` are minutes in order of time, each once, the first of them the last one
 * before `from` where there is one, so that a hole is told from its beginning; `gaps` are in order of time.
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

/** The first minute of [from, until) within the market's hours of which nothing is written down. */
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
