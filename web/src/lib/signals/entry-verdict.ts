// Owns when "R restant" may be a verdict: only on prices that are the market's own now. On a frozen one "still open" would be an
// invitation to a trade that nobody can make any more.
import { QUIET_MS } from 'trading/market/feed-state'
import type { RewardLeft } from 'trading/reward-left'
import type { Connection } from '#lib/live/connection.ts'
import type { MarketState } from '#lib/market/market-state.ts'

/** The rule's own two answers, or why it has none: offline, not connected, a closed market, a price that stands still. */
export type EntryVerdict = 'open' | 'late' | 'offline' | 'connecting' | 'closed' | 'frozen'

export type Liveness = {
  connection: Connection
  market: Pick<MarketState, 'state'> | null
  /** When the price was last known to be that of the market, and now, in milliseconds since 1970. */
  heardAt: number | null
  now: number
}

/** Null where there is nothing to judge. */
export function entryVerdict(
  left: Pick<RewardLeft, 'tooLate'> | null,
  { connection, market, heardAt, now }: Liveness,
): EntryVerdict | null {
  if (!left) return null
  if (connection === 'offline') return 'offline'
  // Closed by its hours: that needs no connection to be known.
  if (market?.state === 'closed') return 'closed'
  if (connection !== 'live' || !market) return 'connecting'
  if (market.state === 'stale' || heardAt === null || now - heardAt > QUIET_MS) return 'frozen'
  return left.tooLate ? 'late' : 'open'
}
